import "server-only";
import { applyConfiguration } from "@/lib/declared/commands/apply-configuration";
import { applyDeclaration } from "@/lib/declared/commands/apply-declaration";
import { getConfiguration } from "@/lib/declared/get-configuration";
import { appliedSchema, applySchema, configurationSchema } from "@/lib/declared/schema";
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
    conflict: true,
    turn: "read",
    run: getConfiguration,
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
