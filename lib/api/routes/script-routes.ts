import "server-only";
import { setScripts } from "@/lib/execution/commands/set-scripts";
import { getScriptSettings } from "@/lib/execution/read-script-settings";
import { scriptSettingsSchema, setScriptsSchema } from "@/lib/execution/script-schema";
import { operationsUnder } from "../operation";
import { createApi, jsonResponse, workspaceParams } from "../route";

const operation = operationsUnder("Workspaces");
const path = "/workspaces/{workspace}/scripts";

export const scriptRoutes = createApi().openapiRoutes([
  operation("get", path, {
    summary: "Read whether scripts of skills may run",
    description:
      "What the workspace says, whether the operator lets it (`GREENROOM_SCRIPTS`), what holds, and what scripts run in.",
    params: workspaceParams,
    answer: jsonResponse(scriptSettingsSchema, "As they are"),
    run: (context) => getScriptSettings(context),
  }),
  operation("put", path, {
    summary: "Switch scripts of skills on or off",
    description:
      "`ask`: a person allows each execution in a rehearsal. `list`: scripts and commands of listed versions run unasked, a " +
      "person is asked for everything else, and always for a draft. Hosts are kept for what has a network: the simulated " +
      "shell has none. From the next call on. 422 to switch them on where the operator has not.",
    params: workspaceParams,
    body: setScriptsSchema,
    answer: jsonResponse(scriptSettingsSchema, "As they are now"),
    run: setScripts,
  }),
]);
