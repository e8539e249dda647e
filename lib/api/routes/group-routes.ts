import "server-only";
import { z } from "@hono/zod-openapi";
import { changeGroup } from "@/lib/auth/commands/change-group";
import { createGroup } from "@/lib/auth/commands/create-group";
import { deleteGroup } from "@/lib/auth/commands/delete-group";
import {
  changeGroupSchema,
  createGroupSchema,
  memberGroupListSchema,
  memberGroupSchema,
} from "@/lib/auth/group-schema";
import { listGroups } from "@/lib/auth/groups";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Members");
const path = "/workspaces/{workspace}/groups";
const groupParams = workspaceParams.extend({ group: z.uuid() });

export const groupRoutes = createApi().openapiRoutes([
  operation("get", path, {
    summary: "List the groups of members",
    description: "Skills can be opened to them.",
    params: workspaceParams,
    answer: jsonResponse(memberGroupListSchema, "By name"),
    run: (context) => listGroups(context),
  }),
  operation("post", path, {
    summary: "Put members under one name",
    description:
      "Members of a limited group see the skills that are open to them by name or group, and no others.",
    params: workspaceParams,
    body: createGroupSchema,
    answer: jsonResponse(memberGroupSchema, "Made"),
    status: 201,
    conflict: true,
    run: createGroup,
  }),
  operation("patch", `${path}/{group}`, {
    summary: "Change a group of members",
    params: groupParams,
    body: changeGroupSchema,
    answer: jsonResponse(memberGroupSchema, "Changed"),
    conflict: true,
    run: changeGroup,
  }),
  operation("delete", `${path}/{group}`, {
    summary: "Delete a group",
    description: "Its members stay; what was open to them by it is not any more.",
    params: groupParams,
    done: "Deleted",
    run: deleteGroup,
  }),
]);
