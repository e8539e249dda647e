import "server-only";
import { z } from "@hono/zod-openapi";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { makeHook, removeHook } from "@/lib/sources/commands/change-hook";
import { createSource } from "@/lib/sources/commands/create-source";
import { editSource } from "@/lib/sources/commands/edit-source";
import { mendConflict } from "@/lib/sources/commands/mend-conflict";
import { pushVersion } from "@/lib/sources/commands/push-version";
import { removeSource } from "@/lib/sources/commands/remove-source";
import { syncSource } from "@/lib/sources/commands/sync-source";
import { getSourceConflict } from "@/lib/sources/get-source-conflict";
import { getVersionPush } from "@/lib/sources/get-version-push";
import { listSkillOrigins } from "@/lib/sources/list-skill-origins";
import { listSources } from "@/lib/sources/list-sources";
import { pushVersionSchema, versionPushSchema } from "@/lib/sources/push-schema";
import {
  createSourceSchema,
  editSourceSchema,
  mendConflictSchema,
  newHookSchema,
  skillOriginsSchema,
  sourceConflictSchema,
  sourceListSchema,
  sourceSchema,
  syncSourceSchema,
} from "@/lib/sources/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Sources");
const base = "/workspaces/{workspace}/sources";
const source = workspaceParams.extend({ source: z.uuid().openapi({ description: "The id of a source" }) });
const skill = z.string().openapi({ description: "The name of a skill" });

export const sourceRoutes = createApi().openapiRoutes([
  operation("get", base, {
    summary: "List sources",
    description:
      "Places elsewhere from which skills come, without their tokens, with what came of the last sync.",
    params: workspaceParams,
    answer: jsonResponse(sourceListSchema, "All of them, by name"),
    run: async (context) => ({ items: await listSources(context) }),
  }),
  operation("post", base, {
    summary: "Add a source",
    description:
      "Over HTTPS: a git repository (its own branch, or a branch, a tag or a commit, all of it or one folder), an archive " +
      "(zip or tar.gz, of any digest or of one), or an index of skills in version 0.2.0 of Agent Skills Discovery, whose " +
      "every entry is held to its digest. Its token is kept sealed and never told again. A git repository also over ssh, " +
      "with a key that is made here or given instead of a token; the first key of its host is kept and told. Nothing is read before it is synced, by hand or by its schedule.",
    params: workspaceParams,
    body: createSourceSchema,
    status: 201,
    answer: jsonResponse(sourceSchema, "Added"),
    conflict: true,
    run: createSource,
  }),
  operation("patch", `${base}/{source}`, {
    summary: "Change a source",
    description:
      "What is left out stays. Another host needs its own token; over ssh it gets a new key. Where a host has another key " +
      "than the one that is kept, `hostKey` accepts it.",
    params: source,
    body: editSourceSchema,
    answer: jsonResponse(sourceSchema, "As it is now"),
    conflict: true,
    run: editSource,
  }),
  operation("delete", `${base}/{source}`, {
    summary: "Remove a source",
    description: "With its token. Skills that came from it stay.",
    params: source,
    done: "Removed",
    run: removeSource,
  }),
  operation("post", `${base}/{source}/sync`, {
    summary: "Sync a source now",
    description:
      "Answers when it is done: drafts are opened and updated; what failed is in `failure`, and then nothing was changed. " +
      "A draft that was edited here is left and is in `conflicts`; `take` and `keep` decide such ones.",
    params: source,
    body: syncSourceSchema,
    answer: jsonResponse(sourceSchema, "As it is afterwards"),
    turn: "batch",
    conflict: true,
    run: syncSource,
  }),
  operation("post", `${base}/{source}/hook`, {
    summary: "Make a webhook for a source",
    description:
      "An address to which GitHub, GitLab, Gitea or another host sends its pushes, and the secret that signs them, told " +
      "this once; where there is one, its secret is replaced. What is signed (X-Hub-Signature-256, X-Gitea-Signature, " +
      "webhook-signature, X-Gitlab-Token, or X-Greenroom-Signature: the hex HMAC-SHA256 of the body) is answered with 202, " +
      "and the source is synced within seconds, in the name of whoever made the webhook.",
    params: source,
    status: 201,
    answer: jsonResponse(newHookSchema, "The address and the secret"),
    run: makeHook,
  }),
  operation("delete", `${base}/{source}/hook`, {
    summary: "Remove the webhook of a source",
    description: "Its secret opens nothing from now on.",
    params: source,
    done: "Removed",
    run: removeHook,
  }),
  operation("get", `${base}/{source}/conflicts/{skill}`, {
    summary: "See both sides of a conflict",
    description: "The source's text, the draft here, and the text that both were made from, file by file.",
    params: source.extend({ skill }),
    answer: jsonResponse(sourceConflictSchema, "Theirs, ours and the base"),
    turn: "read",
    run: getSourceConflict,
  }),
  operation("post", `${base}/{source}/conflicts/{skill}`, {
    summary: "Settle a conflict with something of both sides",
    description:
      "Saves files as merged, or as the source has them, into the draft, and takes the source's text for dealt with. " +
      "Files that are not named stay as the draft has them; none at all keeps the draft. Nothing is written where the " +
      "source has another text by now, or somebody saved the draft meanwhile.",
    params: source.extend({ skill }),
    body: mendConflictSchema,
    answer: jsonResponse(sourceSchema, "The source as it is afterwards"),
    turn: "save",
    conflict: true,
    run: mendConflict,
  }),
  operation("get", `${base}/{source}/pushes/{skill}/versions/{number}`, {
    summary: "See what pushing a version to its source would do",
    description:
      "The repository is asked, with the source's token or key, and nothing is changed there: the branch, the commit, and every " +
      "file that would be another one than at the commit that was synced last.",
    params: source.extend({ skill, number: rowNumberInAddress }),
    answer: jsonResponse(versionPushSchema, "What would be pushed"),
    turn: "read",
    conflict: true,
    run: getVersionPush,
  }),
  operation("post", `${base}/{source}/pushes/{skill}/versions/{number}`, {
    summary: "Push a version to its source as a branch",
    description:
      "One commit on top of the one that was synced last, in which only the skill's changed files are other ones. Nothing is " +
      "ever overwritten: a branch of that name with something else is a conflict. What failed is in `failure`; `request` is " +
      "where the branch can be proposed, on hosts that are known.",
    params: source.extend({ skill, number: rowNumberInAddress }),
    body: pushVersionSchema,
    answer: jsonResponse(versionPushSchema, "As it is afterwards"),
    turn: "batch",
    conflict: true,
    run: pushVersion,
  }),
  operation("get", "/workspaces/{workspace}/skills/{skill}/origins", {
    summary: "See where a skill's texts are from",
    description:
      "Each text that came from a source, with its commit, and the versions that have exactly this text.",
    params: workspaceParams.extend({ skill }),
    answer: jsonResponse(skillOriginsSchema, "The newest first"),
    run: listSkillOrigins,
  }),
]);
