import "server-only";
import { changeAccessSchema, skillAccessSchema } from "@/lib/library/access/access-schema";
import { getSkillAccess } from "@/lib/library/access/get-skill-access";
import { changeAccess } from "@/lib/library/commands/change-access";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams } from "../route";

const operation = operationsUnder("Skills");
const path = "/workspaces/{workspace}/skills/{skill}/access";

export const accessRoutes = createApi().openapiRoutes([
  operation("get", path, {
    summary: "Whom a skill is open to",
    description: "People and agents, and why you see it. NOT_FOUND where it is not open to you.",
    params: skillParams,
    answer: jsonResponse(skillAccessSchema, "As it is now"),
    run: getSkillAccess,
  }),
  operation("put", path, {
    summary: "Open a skill to everyone, or to chosen people and agents",
    description:
      "Said whole; null is everyone, or every agent. Admins, its creator and its co-maintainers see it always.",
    params: skillParams,
    body: changeAccessSchema,
    answer: jsonResponse(skillAccessSchema, "As it is now"),
    conflict: true,
    run: changeAccess,
  }),
]);
