import "server-only";
import { z } from "@hono/zod-openapi";
import { createMirror } from "@/lib/mirrors/commands/create-mirror";
import { editMirror } from "@/lib/mirrors/commands/edit-mirror";
import { pushMirror } from "@/lib/mirrors/commands/push-mirror";
import { removeMirror } from "@/lib/mirrors/commands/remove-mirror";
import { getMirrorPlan } from "@/lib/mirrors/get-mirror-plan";
import { listMirrors } from "@/lib/mirrors/list-mirrors";
import {
  createMirrorSchema,
  editMirrorSchema,
  listMirrorsSchema,
  mirrorListSchema,
  mirrorPlanSchema,
  mirrorSchema,
  pushMirrorSchema,
} from "@/lib/mirrors/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Mirrors");
const base = "/workspaces/{workspace}/mirrors";
const mirror = workspaceParams.extend({ mirror: z.uuid().openapi({ description: "The id of a mirror" }) });

export const mirrorRoutes = createApi().openapiRoutes([
  operation("get", base, {
    summary: "List mirrors",
    description: "Repositories elsewhere to which git addresses are pushed, without their tokens and keys.",
    params: workspaceParams,
    query: listMirrorsSchema,
    answer: jsonResponse(mirrorListSchema, "All of them, the newest first"),
    run: async (context, asked) => ({ items: await listMirrors(context, asked) }),
  }),
  operation("post", base, {
    summary: "Add a mirror",
    description:
      "A branch of a repository elsewhere, over HTTPS or ssh, that gets the commits of an agent's git address or of one delivery " +
      "address. Its token or key is kept sealed and never told again. Nothing is pushed before somebody asks for a " +
      "first push; after it `onPublish` has it pushed by itself.",
    params: workspaceParams,
    body: createMirrorSchema,
    status: 201,
    answer: jsonResponse(mirrorSchema, "Added"),
    conflict: true,
    run: createMirror,
  }),
  operation("patch", `${base}/{mirror}`, {
    summary: "Change a mirror",
    description: "What is left out stays. Another host needs its own token; over ssh it gets a new key.",
    params: mirror,
    body: editMirrorSchema,
    answer: jsonResponse(mirrorSchema, "As it is now"),
    conflict: true,
    run: editMirror,
  }),
  operation("delete", `${base}/{mirror}`, {
    summary: "Remove a mirror",
    description: "With its token or key. What was pushed stays where it is.",
    params: mirror,
    done: "Removed",
    run: removeMirror,
  }),
  operation("get", `${base}/{mirror}/plan`, {
    summary: "See what a mirror would push",
    description:
      "Asks the remote, and changes nothing there: the commits that it lacks, the files that they change, and whether " +
      "its branch has something else. A remote that does not answer as it should is in `failure`; a host over ssh whose key nobody has accepted, in `offeredHostKey`.",
    params: mirror,
    answer: jsonResponse(mirrorPlanSchema, "What a push would do now"),
    turn: "read",
    conflict: true,
    run: getMirrorPlan,
  }),
  operation("post", `${base}/{mirror}/push`, {
    summary: "Push a mirror now",
    description:
      "Answers when it is done; what failed is in `failure`. A branch that has something else is only overwritten when " +
      "`losing` names the commit that it is at.",
    params: mirror,
    body: pushMirrorSchema,
    answer: jsonResponse(mirrorSchema, "As it is afterwards"),
    turn: "batch",
    conflict: true,
    run: pushMirror,
  }),
]);
