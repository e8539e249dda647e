import "server-only";
import { z } from "zod";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { env } from "@/lib/platform/env";
import type { WorkspaceScripts } from "@/lib/runtime/decide-script";
import { simulatedShellAbout } from "./backend-words";
import { listedAllowanceSchema, type ScriptMode, type ScriptSettings, scriptModes } from "./script-schema";

type OwnScripts = { mode: ScriptMode; allow: ScriptSettings["allow"] };

const modeOf = (stored: string): ScriptMode => scriptModes.find((mode) => mode === stored) ?? "off";

/** What the workspace says for itself; what a release does not know is off, and allows nothing. */
export async function readOwnScripts(context: WorkspaceContext): Promise<OwnScripts> {
  const { scripts, scriptAllowances } = await context.db.workspace.findUniqueOrThrow({
    where: { id: context.workspace.id },
    select: { scripts: true, scriptAllowances: true },
  });
  const stored = z.array(listedAllowanceSchema).safeParse(scriptAllowances).data ?? [];
  return { mode: modeOf(scripts), allow: await stillThere(context, stored) };
}

/** Under the names that skills have now, without versions that agents no longer get. */
async function stillThere(
  { db, workspace }: WorkspaceContext,
  allow: ScriptSettings["allow"],
): Promise<ScriptSettings["allow"]> {
  if (allow.length === 0) return [];
  const versions = await db.version.findMany({
    where: {
      workspaceId: workspace.id,
      skillId: { in: allow.map(({ skillId }) => skillId) },
      number: { in: allow.map(({ version }) => version) },
      withdrawal: null,
    },
    select: { skillId: true, number: true, digest: true, skill: { select: { name: true } } },
  });
  return allow.flatMap((one) => {
    const version = versions.find(
      ({ skillId, number, digest }) =>
        skillId === one.skillId && number === one.version && digest === one.digest,
    );
    return version ? [{ ...one, skill: version.skill.name }] : [];
  });
}

/** What holds for runs that begin now, as `decideScript` asks. */
export async function readScriptRule(
  context: WorkspaceContext,
): Promise<{ allowedHere: boolean; workspace: WorkspaceScripts }> {
  const allowedHere = env().scripts;
  return { allowedHere, workspace: allowedHere ? await readOwnScripts(context) : { mode: "off", allow: [] } };
}

/** The same for people, with what decides it. */
export async function getScriptSettings(context: Context): Promise<ScriptSettings> {
  requirePermission(context, "workspace.read");
  return describeScripts(await readOwnScripts(context));
}

export const describeScripts = ({ mode, allow }: OwnScripts): ScriptSettings => ({
  mode,
  allow,
  allowedHere: env().scripts,
  inForce: env().scripts ? mode : "off",
  backend: simulatedShellAbout,
});
