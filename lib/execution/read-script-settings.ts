import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { env } from "@/lib/platform/env";
import { simulatedShellAbout } from "./backend-words";
import { type ScriptMode, type ScriptSettings, scriptModes } from "./script-schema";

const modeOf = (stored: string): ScriptMode => scriptModes.find((mode) => mode === stored) ?? "off";

/** What the workspace says for itself; what a release does not know is off. */
export async function readOwnScriptMode({ db, workspace }: WorkspaceContext): Promise<ScriptMode> {
  const { scripts } = await db.workspace.findUniqueOrThrow({
    where: { id: workspace.id },
    select: { scripts: true },
  });
  return modeOf(scripts);
}

/** What holds for runs that begin now. */
export const readScriptMode = async (context: WorkspaceContext): Promise<ScriptMode> =>
  env().scripts ? readOwnScriptMode(context) : "off";

/** The same for people, with what decides it. */
export async function getScriptSettings(context: Context): Promise<ScriptSettings> {
  requirePermission(context, "workspace.read");
  return describeScripts(await readOwnScriptMode(context));
}

export const describeScripts = (mode: ScriptMode): ScriptSettings => ({
  mode,
  allowedHere: env().scripts,
  inForce: env().scripts ? mode : "off",
  backend: simulatedShellAbout,
});
