import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { getPolicy } from "@/lib/reviews/get-policy";
import { changePolicySchema, policyStateSchema } from "@/lib/reviews/review-schema";
import { createApi, jsonBody, jsonResponse, problemResponses, workspaceParams } from "../route";

const tags = ["Reviews"];
const path = "/workspaces/{workspace}/policy";
const policy = jsonResponse(policyStateSchema, "The policy");

export const policyRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path,
      tags,
      summary: "Say what a draft needs before it is published",
      request: { params: workspaceParams },
      responses: { 200: policy, ...problemResponses },
    }),
    async (c) => c.json(await getPolicy(c.var.context), 200),
  )
  .openapi(
    createRoute({
      method: "patch",
      path,
      tags,
      summary: "Change the review policy; it counts from now on, for open reviews too",
      request: { params: workspaceParams, body: jsonBody(changePolicySchema) },
      responses: { 200: policy, ...problemResponses },
    }),
    async (c) => c.json(await changePolicy(c.var.context, c.req.valid("json")), 200),
  );
