import "server-only";
import { archiveSkill, restoreSkill } from "@/lib/library/commands/archive-skill";
import { createSkill } from "@/lib/library/commands/create-skill";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { duplicateSkill } from "@/lib/library/commands/duplicate-skill";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { getHostLoads } from "@/lib/library/get-host-loads";
import { getSkill } from "@/lib/library/get-skill";
import { hostLoadsSchema } from "@/lib/library/host-loads-schema";
import { listSkills } from "@/lib/library/list-skills";
import {
  createSkillSchema,
  deleteSkillSchema,
  duplicateSkillSchema,
  listSkillsSchema,
  renameSkillSchema,
  skillDetailSchema,
  skillListSchema,
} from "@/lib/library/skill-schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams, workspaceParams } from "../route";

const operation = operationsUnder("Skills");
const path = "/workspaces/{workspace}/skills";
const detail = jsonResponse(skillDetailSchema, "The skill");

export const skillRoutes = createApi().openapiRoutes([
  operation("get", path, {
    summary: "List, search and filter skills",
    params: workspaceParams,
    query: listSkillsSchema,
    answer: jsonResponse(skillListSchema, "One page, and totals of all"),
    turn: "read",
    run: listSkills,
  }),
  operation("post", path, {
    summary: "Create a skill, blank or from a template",
    params: workspaceParams,
    body: createSkillSchema,
    status: 201,
    answer: detail,
    conflict: true,
    turn: "save",
    run: createSkill,
  }),
  operation("get", `${path}/{skill}`, {
    summary: "Get a skill",
    params: skillParams,
    answer: detail,
    run: getSkill,
  }),
  operation("get", `${path}/{skill}/loads`, {
    summary: "Which hosts load a skill's draft, as what, and why others refuse it",
    description:
      "Each host's own reader of the frontmatter, its rules for names, fields and sizes, and the files that it leaves out. A refusal names rule, file and line, and what to do.",
    params: skillParams,
    answer: jsonResponse(hostLoadsSchema, "What each host makes of it"),
    turn: "read",
    run: getHostLoads,
  }),
  operation("patch", `${path}/{skill}`, {
    summary: "Rename a skill, and the name in its draft",
    params: skillParams,
    body: renameSkillSchema,
    answer: detail,
    conflict: true,
    turn: "save",
    run: renameSkill,
  }),
  operation("post", `${path}/{skill}/duplicate`, {
    summary: "Copy a skill's draft into a new skill",
    params: skillParams,
    body: duplicateSkillSchema,
    status: 201,
    answer: detail,
    conflict: true,
    turn: "save",
    run: duplicateSkill,
  }),
  operation("post", `${path}/{skill}/archive`, {
    summary: "Archive a skill: it leaves the list and keeps working where it is assigned",
    params: skillParams,
    answer: detail,
    run: archiveSkill,
  }),
  operation("post", `${path}/{skill}/restore`, {
    summary: "Bring an archived skill back",
    params: skillParams,
    answer: detail,
    run: restoreSkill,
  }),
  operation("delete", `${path}/{skill}`, {
    summary: "Delete a skill with its versions; refused while an agent has it",
    params: skillParams,
    body: deleteSkillSchema,
    done: "Deleted",
    conflict: true,
    run: deleteSkill,
  }),
]);
