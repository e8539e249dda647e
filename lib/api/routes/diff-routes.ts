import "server-only";
import { capabilityListSchema, capabilityQuerySchema } from "@/lib/library/diffs/capability-schema";
import {
  diffLinesQuerySchema,
  diffLinesSchema,
  diffQuerySchema,
  fileDiffQuerySchema,
  fileDiffSchema,
  packageDiffSchema,
} from "@/lib/library/diffs/diff-schema";
import { getCapabilities } from "@/lib/library/diffs/get-capabilities";
import { getDiffLines, getFileDiff } from "@/lib/library/diffs/get-file-diff";
import { getPackageDiff } from "@/lib/library/diffs/get-package-diff";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, skillParams } from "../route";

const operation = operationsUnder("Versions");
const path = "/workspaces/{workspace}/skills/{skill}/diff";
const sides =
  "`from` and `to`: the number of a version, a label, `latest`, `draft`, or `none` for the empty package.";

export const diffRoutes = createApi().openapiRoutes([
  operation("get", "/workspaces/{workspace}/skills/{skill}/capabilities", {
    summary: "What a skill can do by what is written in it, and what of that another version cannot",
    description:
      "Hosts, commands, paths outside of the package, environment variables, packages, tools, and files with code that is not read; each with its places, and whether it is written or put together when it runs. `version` and `against` name a side like `from` and `to` of a comparison: `against=latest` tells what the draft adds to what is published.",
    params: skillParams,
    query: capabilityQuerySchema,
    answer: jsonResponse(capabilityListSchema, "What it can do"),
    conflict: true,
    turn: "read",
    run: getCapabilities,
  }),
  operation("get", path, {
    summary: "Compare two versions of a skill, or the draft with one",
    description: `${sides} Answers the frontmatter field by field, what each side weighs, and the list of files. Files of which \`added\` is null are counted when they are opened.`,
    params: skillParams,
    query: diffQuerySchema,
    answer: jsonResponse(packageDiffSchema, "The comparison"),
    conflict: true,
    turn: "read",
    run: getPackageDiff,
  }),
  operation("get", `${path}/file`, {
    summary: "Compare one file line by line and word by word",
    description: `${sides} \`limited\` says why a file is not told line by line, or not whole.`,
    params: skillParams,
    query: fileDiffQuerySchema,
    answer: jsonResponse(fileDiffSchema, "The file's changes"),
    conflict: true,
    turn: "read",
    run: getFileDiff,
  }),
  operation("get", `${path}/lines`, {
    summary: "Get unchanged lines between the changes of a file",
    description: "409 when the file is no longer the one that was compared.",
    params: skillParams,
    query: diffLinesQuerySchema,
    answer: jsonResponse(diffLinesSchema, "The lines"),
    conflict: true,
    turn: "read",
    run: getDiffLines,
  }),
]);
