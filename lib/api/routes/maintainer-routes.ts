import "server-only";
import { z } from "@hono/zod-openapi";
import { addMaintainer } from "@/lib/library/commands/add-maintainer";
import { removeMaintainer } from "@/lib/library/commands/remove-maintainer";
import { listMaintainers } from "@/lib/library/maintainers/list-maintainers";
import { maintainerListSchema } from "@/lib/library/maintainers/maintainer-schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams } from "../route";

const operation = operationsUnder("Skills");
const path = "/workspaces/{workspace}/skills/{skill}/maintainers";
const personParams = skillParams.extend({ member: z.uuid().openapi({ description: "A member's id" }) });
const list = jsonResponse(maintainerListSchema, "All of them, as they are now");

export const maintainerRoutes = createApi().openapiRoutes([
  operation("get", path, {
    summary: "List the co-maintainers of a skill",
    description: "Whatever their role, they count as authors of this skill.",
    params: skillParams,
    answer: list,
    run: listMaintainers,
  }),
  operation("put", `${path}/{member}`, {
    summary: "Make a member co-maintainer of a skill",
    description: "For admins, and for the skill's creator while an author.",
    params: personParams,
    answer: list,
    run: (context, { skill, member: person }) => addMaintainer(context, { skill, person }),
  }),
  operation("delete", `${path}/{member}`, {
    summary: "Remove a co-maintainer from a skill",
    description: "Co-maintainers may step down themselves.",
    params: personParams,
    answer: list,
    run: (context, { skill, member: person }) => removeMaintainer(context, { skill, person }),
  }),
]);
