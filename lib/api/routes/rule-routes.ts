import "server-only";
import { listRules } from "@/lib/library/rules/list-rules";
import { ruleListSchema } from "@/lib/library/rules/rule-schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Rules");

export const ruleRoutes = createApi().openapiRoutes([
  operation("get", "/workspaces/{workspace}/rules", {
    summary: "Every rule that skills, their content and archives are held to",
    description:
      "What the `rule` of an issue or a finding means, an example, what to do, and where it comes from.",
    params: workspaceParams,
    answer: jsonResponse(ruleListSchema, "The rules"),
    run: () => ({ items: listRules() }),
  }),
]);
