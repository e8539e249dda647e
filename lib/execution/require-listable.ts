import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ScriptAllowance } from "@/lib/runtime/decide-script";
import type { ScriptSettings } from "./script-schema";

const approvalSchema = z.object({ met: z.boolean() });

/** The entries with the bytes that they are of. Refuses what nobody approved, each in a sentence. */
export async function requireListable(
  { db, workspace }: WorkspaceContext,
  asked: readonly ScriptAllowance[],
): Promise<ScriptSettings["allow"]> {
  const skills = await db.skill.findMany({
    where: { workspaceId: workspace.id, name: { in: asked.map(({ skill }) => skill) } },
    select: {
      id: true,
      name: true,
      versions: {
        where: { number: { in: asked.map(({ version }) => version) } },
        select: { number: true, digest: true, approval: true, withdrawal: { select: { versionId: true } } },
      },
    },
  });
  return asked.map(({ skill: name, version: number, scripts, commands, hosts }) => {
    const skill = skills.find((one) => one.name === name);
    if (!skill) throw new AppError("NOT_FOUND", `There is no skill “${name}” here.`);
    const version = skill.versions.find((one) => one.number === number);
    if (!version) throw new AppError("NOT_FOUND", `${name} has no version ${number}. A draft always asks.`);
    if (version.withdrawal)
      throw new AppError("UNPROCESSABLE", `${name} v${number} was withdrawn: agents no longer get it.`);
    if (approvalSchema.safeParse(version.approval).data?.met === false)
      throw new AppError(
        "UNPROCESSABLE",
        `${name} v${number} was published past the policy. List one that met it, or let people allow its scripts.`,
      );
    return {
      skill: name,
      version: number,
      scripts,
      commands,
      hosts,
      skillId: skill.id,
      digest: version.digest,
    };
  });
}
