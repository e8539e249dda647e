import "server-only";
import type { Context } from "@/lib/access/context";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import { AppError } from "@/lib/kernel/app-error";
import { getVersionByNumber } from "@/lib/library/which-version/get-version-by-follow";
import type { OverlayEntry } from "@/lib/runtime/event-parts";

type OverlayItem = {
  skill: string;
  follows: OverlayEntry["follows"];
  label?: string | undefined;
  version?: number | undefined;
};

/**
 * What a new overlay names, checked against the workspace. NOT_FOUND says of each skill and version that is not here why.
 * What no agent may be told of yet is taken: its draft may be another by the time of a run, which says so otherwise.
 */
export async function resolveOverlay(
  context: Context,
  items: readonly OverlayItem[],
): Promise<OverlayEntry[]> {
  const skills = await context.db.skill.findMany({
    where: {
      workspaceId: context.workspace.id,
      name: { in: items.map((item) => item.skill) },
      id: { notIn: await findHiddenSkills(context) },
    },
    select: { id: true, name: true },
  });
  const idOf = new Map(skills.map(({ id, name }) => [name, id]));
  const overlay: OverlayEntry[] = [];
  const missing: string[] = [];
  for (const { skill: name, follows, label, version } of items) {
    const skillId = idOf.get(name);
    if (skillId === undefined) {
      missing.push(`${name} is not in this workspace.`);
      continue;
    }
    const entry: OverlayEntry = {
      skillId,
      name,
      follows,
      label: follows === "label" ? (label ?? null) : null,
      version: follows === "version" ? (version ?? null) : null,
    };
    const why = await whyNothing(context, entry);
    if (why === null) overlay.push(entry);
    else missing.push(`${name}: ${why}`);
  }
  if (missing.length > 0) throw new AppError("NOT_FOUND", missing.join(" "), { details: { missing } });
  return overlay;
}

async function whyNothing(context: Context, { follows, ...entry }: OverlayEntry): Promise<string | null> {
  if (follows === "none") return null;
  const found = await getVersionByNumber(context, { ...entry, follows });
  return found.ok || found.error.untold ? null : found.error.reason;
}
