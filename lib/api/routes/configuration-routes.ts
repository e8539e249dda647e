import "server-only";
import { applyConfiguration } from "@/lib/declared/commands/apply-configuration";
import { applyDeclaration } from "@/lib/declared/commands/apply-declaration";
import { getConfiguration } from "@/lib/declared/get-configuration";
import { getConfigurationFile } from "@/lib/declared/get-configuration-file";
import {
  appliedSchema,
  applySchema,
  configurationSchema,
  writtenConfigurationSchema,
} from "@/lib/declared/schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Configuration");
const path = "/workspaces/{workspace}/configuration";

export const configurationRoutes = createApi().openapiRoutes([
  operation("get", path, {
    summary:
      "What the server's own file says of sources, agents, policy and limits here, and what applying it would change",
    params: workspaceParams,
    answer: jsonResponse(configurationSchema, "All unchanged where nothing drifted"),
    turn: "read",
    run: getConfiguration,
  }),
  operation("get", `${path}/file`, {
    summary: "Sources, agents, policy and limits here as a configuration file that says the same",
    description:
      "Applied here it changes nothing; where there is nothing yet it makes all of it. Tokens, keys, webhooks, other tools " +
      "and saved results are in no file; `notes` names what that leaves out.",
    params: workspaceParams,
    answer: jsonResponse(writtenConfigurationSchema, "The file's text and what it cannot say"),
    turn: "read",
    run: getConfigurationFile,
  }),
  operation("post", `${path}/reads`, {
    summary: "Apply the server's own file again",
    params: workspaceParams,
    status: 201,
    answer: jsonResponse(appliedSchema, "What changed, or the problems that kept all of it back"),
    conflict: true,
    turn: "save",
    run: applyConfiguration,
  }),
  operation("post", `${path}/applications`, {
    summary: "Make sources, agents, policy and limits what a configuration file says",
    description:
      "All of it or nothing: where there are problems, each with its line and column, nothing is written. What the file " +
      "names is kept in it from then on and is not changed here; what it names no longer is people's again. `dryRun` " +
      "says what would change.",
    params: workspaceParams,
    body: applySchema,
    status: 201,
    answer: jsonResponse(appliedSchema, "What changed, or would"),
    conflict: true,
    turn: "save",
    run: applyDeclaration,
  }),
]);
