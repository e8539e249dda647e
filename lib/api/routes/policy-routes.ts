import "server-only";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { getPolicy } from "@/lib/reviews/get-policy";
import { changePolicySchema, policyStateSchema } from "@/lib/reviews/review-schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Reviews");
const path = "/workspaces/{workspace}/policy";
const policy = jsonResponse(policyStateSchema, "The policy");

export const policyRoutes = createApi().openapiRoutes([
  operation("get", path, {
    summary: "Say what a draft needs before it is published",
    params: workspaceParams,
    answer: policy,
    run: getPolicy,
  }),
  operation("patch", path, {
    summary: "Change the review policy; it counts from now on, for open reviews too",
    params: workspaceParams,
    body: changePolicySchema,
    answer: policy,
    run: changePolicy,
  }),
]);
