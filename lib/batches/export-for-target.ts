import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { Download } from "@/lib/bundles/download";
import { exportSetForTarget, getSetTarget, type TargetSet } from "@/lib/library/exports/export-set";
import type { SetTarget } from "@/lib/library/exports/target-schema";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { type AskTarget, askTargetSchema } from "./export-schema";
import { findChosen } from "./internal/find-chosen";
import { findPacked, type Packing, takeFolder } from "./internal/pack-skill";
import { problemOf } from "./internal/problem-of";
import type { ChosenSkills } from "./schema";

type Asked = Pick<TargetSet, "target"> & Pick<Packing, "version"> & { skills: ChosenSkills };

/**
 * The chosen skills in the form of a host. What cannot be exported, or the host refuses, is left out and named in the
 * archive; UNPROCESSABLE, with every reason, when nothing is left.
 */
export async function exportSkillsForTarget(
  context: Context,
  { format, ...asked }: Asked & { format: "zip" | "tar.gz" },
): Promise<Download> {
  const set = await readSet(context, asked);
  const fileName = `${context.workspace.slug}-${asked.target}.${format}`;
  return exportSetForTarget(context, { ...set, fileName, format });
}

/** What a host would get of the chosen skills, one by one; nothing is packed. */
export async function getSkillsTarget(context: Context, input: AskTarget): Promise<SetTarget> {
  requirePermission(context, "library.read");
  return getSetTarget(context, await readSet(context, askTargetSchema.parse(input)));
}

async function readSet(context: Context, { skills, target, version }: Asked): Promise<TargetSet> {
  const set = { skills: [] as TargetSet["skills"][number][], leftOut: [] as TargetSet["leftOut"][number][] };
  const taken = new Set<string>();
  const breathe = createBreathe();
  for (const one of await findChosen(context, skills)) {
    try {
      const found = await findPacked(context, one, { version, portable: false });
      takeFolder(taken, found);
      const { name, folder, source } = found;
      set.skills.push({ name, folder, source });
    } catch (error) {
      const { message } = problemOf(context, error);
      set.leftOut.push({ skill: one.name, reasons: [{ rule: "not-exported", message }] });
    }
    await breathe();
  }
  return { target, name: context.workspace.name, ...set };
}
