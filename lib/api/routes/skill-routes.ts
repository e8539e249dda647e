import "server-only";
import { createRoute } from "@hono/zod-openapi";
import { archiveSkill, restoreSkill } from "@/lib/library/commands/archive-skill";
import { createSkill } from "@/lib/library/commands/create-skill";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { duplicateSkill } from "@/lib/library/commands/duplicate-skill";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { getSkill } from "@/lib/library/get-skill";
import { listSkills } from "@/lib/library/list-skills";
import {
  createSkillSchema,
  deleteSkillSchema,
  duplicateSkillSchema,
  listSkillsSchema,
  renameSkillSchema,
  skillDetailSchema,
  skillListSchema,
} from "@/lib/library/schema";
import {
  conflictResponse,
  createApi,
  inputOf,
  jsonBody,
  jsonResponse,
  problemResponses,
  savingResponses,
  skillParams,
  tooManyResponse,
  workspaceParams,
} from "../route";
import { takeTurn } from "../take-turn";

const tags = ["Skills"];
const path = "/workspaces/{workspace}/skills";
const detail = jsonResponse(skillDetailSchema, "The skill");

export const skillRoutes = createApi()
  .openapi(
    createRoute({
      method: "get",
      path,
      tags,
      summary: "List, search and filter skills",
      middleware: [takeTurn("read")] as const,
      request: { params: workspaceParams, query: listSkillsSchema },
      responses: {
        200: jsonResponse(skillListSchema, "One page, and totals of all"),
        ...problemResponses,
        ...tooManyResponse,
      },
    }),
    async (c) => c.json(await listSkills(c.var.context, c.req.valid("query")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path,
      tags,
      summary: "Create a skill, blank or from a template",
      middleware: [takeTurn("save")] as const,
      request: { params: workspaceParams, body: jsonBody(createSkillSchema) },
      responses: { 201: detail, ...problemResponses, ...savingResponses, ...conflictResponse },
    }),
    async (c) => c.json(await createSkill(c.var.context, c.req.valid("json")), 201),
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/{skill}`,
      tags,
      summary: "Get a skill",
      request: { params: skillParams },
      responses: { 200: detail, ...problemResponses },
    }),
    async (c) => c.json(await getSkill(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "patch",
      path: `${path}/{skill}`,
      tags,
      summary: "Rename a skill, and the name in its draft",
      middleware: [takeTurn("save")] as const,
      request: { params: skillParams, body: jsonBody(renameSkillSchema) },
      responses: { 200: detail, ...problemResponses, ...savingResponses, ...conflictResponse },
    }),
    async (c) => c.json(await renameSkill(c.var.context, inputOf(c, "json")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/{skill}/duplicate`,
      tags,
      summary: "Copy a skill's draft into a new skill",
      middleware: [takeTurn("save")] as const,
      request: { params: skillParams, body: jsonBody(duplicateSkillSchema) },
      responses: { 201: detail, ...problemResponses, ...savingResponses, ...conflictResponse },
    }),
    async (c) => c.json(await duplicateSkill(c.var.context, inputOf(c, "json")), 201),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/{skill}/archive`,
      tags,
      summary: "Archive a skill: it leaves the list and keeps working where it is assigned",
      request: { params: skillParams },
      responses: { 200: detail, ...problemResponses },
    }),
    async (c) => c.json(await archiveSkill(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/{skill}/restore`,
      tags,
      summary: "Bring an archived skill back",
      request: { params: skillParams },
      responses: { 200: detail, ...problemResponses },
    }),
    async (c) => c.json(await restoreSkill(c.var.context, c.req.valid("param")), 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: `${path}/{skill}`,
      tags,
      summary: "Delete a skill with its versions; refused while an agent has it",
      request: { params: skillParams, body: jsonBody(deleteSkillSchema) },
      responses: { 204: { description: "Deleted" }, ...problemResponses, ...conflictResponse },
    }),
    async (c) => {
      await deleteSkill(c.var.context, inputOf(c, "json"));
      return c.body(null, 204);
    },
  );
