import "server-only";
import { readDirectoriesNow } from "@/lib/imports/commands/load-directories";
import {
  directoriesSchema,
  directoryChangesSchema,
  directoryLoadSchema,
  readDirectoriesSchema,
} from "@/lib/imports/directory-schema";
import { getDirectories, getDirectoryChanges } from "@/lib/imports/get-directories";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Directories");
const path = "/workspaces/{workspace}/directories";

export const directoryRoutes = createApi().openapiRoutes([
  operation("get", path, {
    summary: "The folders that skills are read from, and the report of the last reading",
    params: workspaceParams,
    answer: jsonResponse(directoriesSchema, "As the configuration names them"),
    run: getDirectories,
  }),
  operation("get", `${path}/changes`, {
    summary: "What a reading would do now; nothing is written",
    params: workspaceParams,
    answer: jsonResponse(directoryChangesSchema, "New, changed, unchanged, gone, conflicts and failures"),
    conflict: true,
    turn: "read",
    run: getDirectoryChanges,
  }),
  operation("post", `${path}/reads`, {
    summary: "Read the folders again: what is new or changed becomes drafts",
    params: workspaceParams,
    body: readDirectoriesSchema,
    status: 201,
    answer: jsonResponse(directoryLoadSchema, "The report"),
    conflict: true,
    turn: "save",
    run: readDirectoriesNow,
  }),
]);
