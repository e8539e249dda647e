import "server-only";
import { rowNumberInAddress } from "@/lib/kernel/row-number";
import { removeLabel } from "@/lib/library/commands/remove-label";
import { restoreVersion } from "@/lib/library/commands/restore-version";
import { setLabel } from "@/lib/library/commands/set-label";
import { reinstateVersion, withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { draftSchema } from "@/lib/library/drafts/draft-schema";
import {
  labelListSchema,
  labelNameSchema,
  moveLabelSchema,
  reinstateVersionSchema,
  removeLabelSchema,
  restoreVersionSchema,
  withdrawVersionSchema,
} from "@/lib/library/labels/label-schema";
import { listLabels } from "@/lib/library/labels/list-labels";
import { versionSchema } from "@/lib/library/versions/version-schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams } from "../route";

const operation = operationsUnder("Versions");
const path = "/workspaces/{workspace}/skills/{skill}";
const labelled = skillParams.extend({ label: labelNameSchema });
const numbered = skillParams.extend({ number: rowNumberInAddress });

/** What versions are called, whether agents get them, and how one becomes the draft again. */
export const labelRoutes = createApi().openapiRoutes([
  operation("get", `${path}/labels`, {
    summary: "List the labels of a skill, and which are protected",
    params: skillParams,
    answer: jsonResponse(labelListSchema, "The labels"),
    run: listLabels,
  }),
  operation("put", `${path}/labels/{label}`, {
    summary: "Let a label stand for a version",
    description:
      "Compare and set: `expectedVersion` is where the label was seen, null for nowhere; else 409 with `label-moved`. A protected label goes only to versions that met the review policy; 409 with `policy` otherwise, unless a role that may bypass it gives a reason.",
    params: labelled,
    body: moveLabelSchema,
    answer: jsonResponse(labelListSchema, "All labels"),
    conflict: true,
    run: setLabel,
  }),
  operation("delete", `${path}/labels/{label}`, {
    summary: "Take a label away: agents that follow it get nothing until it is back",
    params: labelled,
    query: removeLabelSchema,
    done: "Taken away",
    conflict: true,
    run: removeLabel,
  }),
  operation("post", `${path}/versions/{number}/withdrawal`, {
    summary: "Withdraw a version: agents no longer get it, and are told why",
    params: numbered,
    body: withdrawVersionSchema,
    answer: jsonResponse(versionSchema, "Withdrawn"),
    conflict: true,
    run: withdrawVersion,
  }),
  operation("post", `${path}/versions/{number}/reinstatement`, {
    summary: "Give a withdrawn version back to agents",
    params: numbered,
    body: reinstateVersionSchema,
    answer: jsonResponse(versionSchema, "Back"),
    conflict: true,
    run: reinstateVersion,
  }),
  operation("post", `${path}/versions/{number}/restoration`, {
    summary: "Put a version's files in the place of the draft's",
    description: "409 when the draft is no longer at `baseRevision`.",
    params: numbered,
    body: restoreVersionSchema,
    answer: jsonResponse(draftSchema, "The draft"),
    conflict: true,
    turn: "save",
    run: restoreVersion,
  }),
]);
