import "server-only";
import { createRoute, z } from "@hono/zod-openapi";
import { addMaintainer } from "@/lib/library/commands/add-maintainer";
import { removeMaintainer } from "@/lib/library/commands/remove-maintainer";
import { maintainerListSchema } from "@/lib/library/maintainer-schema";
import { listMaintainers } from "@/lib/library/maintainers";
import { createApi, jsonResponse, problemResponses, skillParams } from "../route";

const tags = ["Skills"];
const path = "/workspaces/{workspace}/skills/{skill}/maintainers";
const personParams = skillParams.extend({ member: z.uuid().openapi({ description: "A member's id" }) });
const list = jsonResponse(maintainerListSchema, "All of them, as they are now");

export const maintainerRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path,
      tags,
      summary: "List the co-maintainers of a skill",
      description: "Whatever their role, they count as authors of this skill.",
      request: { params: skillParams },
      responses: { 200: list, ...problemResponses },
    }),
    async (c) => c.json(await listMaintainers(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: `${path}/{member}`,
      tags,
      summary: "Make a member co-maintainer of a skill",
      description: "For admins, and for the skill's creator while an author.",
      request: { params: personParams },
      responses: { 200: list, ...problemResponses },
    }),
    async (c) => {
      const { skill, member: person } = c.req.valid("param");
      return c.json(await addMaintainer(c.var.context, { skill, person }), 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: `${path}/{member}`,
      tags,
      summary: "Remove a co-maintainer from a skill",
      description: "Co-maintainers may step down themselves.",
      request: { params: personParams },
      responses: { 200: list, ...problemResponses },
    }),
    async (c) => {
      const { skill, member: person } = c.req.valid("param");
      return c.json(await removeMaintainer(c.var.context, { skill, person }), 200);
    },
  );
