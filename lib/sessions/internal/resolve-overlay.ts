import "server-only";
import type { Context } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import type { OverlayEntry } from "@/lib/runtime/event-parts";

type OverlayItem = {
  skill: string;
  follows: OverlayEntry["follows"];
  label?: string | undefined;
  version?: number | undefined;
};

/** What a new overlay names, checked against the workspace. NOT_FOUND names the skills and versions that are not here. */
export async function resolveOverlay(
  context: Context,
  db: Db | Tx,
  items: readonly OverlayItem[],
): Promise<OverlayEntry[]> {
  const skills = await db.skill.findMany({
    where: { workspaceId: context.workspace.id, name: { in: items.map((item) => item.skill) } },
    select: {
      id: true,
      name: true,
      versions: { select: { number: true } },
      labels: { select: { name: true } },
    },
  });
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const overlay: OverlayEntry[] = [];
  const missing: string[] = [];
  for (const { skill: name, follows, label, version } of items) {
    const skill = byName.get(name);
    if (!skill) missing.push(name);
    else if (follows === "latest" && skill.versions.length === 0) missing.push(`${name}: not published`);
    else if (follows === "version" && !skill.versions.some(({ number }) => number === version))
      missing.push(`${name} v${version}`);
    else if (follows === "label" && !skill.labels.some((known) => known.name === label))
      missing.push(`${name} @${label}`);
    else
      overlay.push({
        skillId: skill.id,
        name,
        follows,
        label: follows === "label" ? (label ?? null) : null,
        version: follows === "version" ? (version ?? null) : null,
      });
  }
  if (missing.length > 0)
    throw new AppError("NOT_FOUND", `Not in this workspace: ${missing.join(", ")}.`, {
      details: { missing },
    });
  return overlay;
}
