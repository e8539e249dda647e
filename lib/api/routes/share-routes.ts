import "server-only";
import { z } from "@hono/zod-openapi";
import { acceptShare } from "@/lib/shares/commands/accept-share";
import { leaveShare } from "@/lib/shares/commands/leave-share";
import { shareSkill } from "@/lib/shares/commands/share-skill";
import { stopSharing } from "@/lib/shares/commands/stop-sharing";
import { listReceived } from "@/lib/shares/list-received";
import { listShares } from "@/lib/shares/list-shares";
import {
  receivedListSchema,
  receivedSkillSchema,
  shareListSchema,
  shareSchema,
  shareSkillSchema,
} from "@/lib/shares/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams, workspaceParams } from "../route";

const operation = operationsUnder("Sharing");
const given = "/workspaces/{workspace}/skills/{skill}/shares";
const received = "/workspaces/{workspace}/received-skills";
const target = skillParams.extend({
  target: z.string().openapi({ description: "The name in addresses of the workspace that has the skill" }),
});
const share = workspaceParams.extend({ share: z.uuid().openapi({ description: "The id of a share" }) });

export const shareRoutes = createApi().openapiRoutes([
  operation("get", given, {
    summary: "See with which workspaces a skill is shared",
    params: skillParams,
    answer: jsonResponse(shareListSchema, "All of them, by name"),
    run: listShares,
  }),
  operation("put", `${given}/{target}`, {
    summary: "Share a skill with another workspace",
    description:
      "Read-only, with a workspace of which you are a member: the newest version, what a label stands for, or one version. " +
      "An admin there accepts it; from then on it follows what you publish, move and withdraw. Where it is shared already, " +
      "this says anew what is.",
    params: target,
    body: shareSkillSchema,
    answer: jsonResponse(shareSchema, "As it is now"),
    conflict: true,
    run: shareSkill,
  }),
  operation("delete", `${given}/{target}`, {
    summary: "End the sharing with a workspace",
    description: "Agents there no longer get it. What came is still there to be read.",
    params: target,
    done: "Ended",
    run: stopSharing,
  }),
  operation("get", received, {
    summary: "List what other workspaces share with this one",
    description: "What is offered and waits for an admin, and what was accepted.",
    params: workspaceParams,
    answer: jsonResponse(receivedListSchema, "All of it, by name"),
    run: listReceived,
  }),
  operation("post", `${received}/{share}/acceptance`, {
    summary: "Accept a skill that another workspace shares",
    description:
      "It becomes a skill here that can be assigned, labelled and delivered like any other, and that nobody changes here. " +
      "Versions come in by themselves, without a review here, and are withdrawn with those they are copies of.",
    params: share,
    answer: jsonResponse(receivedSkillSchema, "As it is here"),
    conflict: true,
    run: acceptShare,
  }),
  operation("delete", `${received}/{share}`, {
    summary: "Decline what is offered, or receive it no longer",
    description: "Agents here no longer get it. What came stays in the library to be read.",
    params: share,
    done: "Declined or ended",
    run: leaveShare,
  }),
]);
