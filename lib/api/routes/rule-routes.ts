import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { listRules } from "@/lib/library/list-rules";
import { ruleListSchema } from "@/lib/library/rule-schema";
import { createApi, jsonResponse, problemResponses, workspaceParams } from "../route";

export const ruleRoutes = createApi().openapi(
  createRoute({
    method: "get",
    path: "/workspaces/{workspace}/rules",
    tags: ["Rules"],
    summary: "Every rule that skills, their content and archives are held to",
    description:
      "What the `rule` of an issue or a finding means, an example, what to do, and where it comes from.",
    request: { params: workspaceParams },
    responses: { 200: jsonResponse(ruleListSchema, "The rules"), ...problemResponses },
  }),
  (c) => c.json({ items: listRules() }, 200),
);
