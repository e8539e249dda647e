import "server-only";
import { setLimits } from "@/lib/library/commands/set-limits";
import { setLimitsSchema, workspaceLimitsSchema } from "@/lib/library/limits/limit-schema";
import { getLimits } from "@/lib/library/limits/read-limits";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Workspaces");
const path = "/workspaces/{workspace}/limits";

export const limitRoutes = createApi().openapiRoutes([
  operation("get", path, {
    summary: "Read the limits of conversations",
    description:
      "What one read and one skill may bring into a conversation, how deep a file may lie, how much is listed, and above how " +
      "many skills mode `auto` tells of a search. Each with what the workspace says, what holds, and what it could be.",
    params: workspaceParams,
    answer: jsonResponse(workspaceLimitsSchema, "Every limit that a workspace may set"),
    run: (context) => getLimits(context),
  }),
  operation("patch", path, {
    summary: "Change the limits of conversations",
    description:
      "What is absent stays; null takes the usual one again. From the next run on. 422 for more than the operator allows " +
      "(`GREENROOM_LIMITS`).",
    params: workspaceParams,
    body: setLimitsSchema,
    answer: jsonResponse(workspaceLimitsSchema, "As they are now"),
    run: setLimits,
  }),
]);
