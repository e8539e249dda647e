import "server-only";
import type { Context } from "@/lib/access/context";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import { AppError } from "@/lib/kernel/app-error";
import { latestOf } from "@/lib/library/follow/resolve-follow";
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
  items: readonly OverlayItem[],
): Promise<OverlayEntry[]> {
  const skills = await context.db.skill.findMany({
    where: {
      workspaceId: context.workspace.id,
      name: { in: items.map((item) => item.skill) },
      id: { notIn: await findHiddenSkills(context) },
    },
    select: {
      id: true,
      name: true,
      versions: { select: { number: true, withdrawal: { select: { reason: true } } } },
      labels: { select: { name: true, version: { select: { number: true } } } },
    },
  });
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const overlay: OverlayEntry[] = [];
  const missing: string[] = [];
  for (const { skill: name, follows, label, version } of items) {
    const skill = byName.get(name);
    const problem = skill ? whyNothing(skill, { follows, label, version }) : "";
    if (!skill || problem !== null) missing.push(`${name}${problem ?? ""}`);
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

type Found = {
  versions: readonly { number: number; withdrawal: { reason: string } | null }[];
  labels: readonly { name: string; version: { number: number } }[];
};

/** What is missing, to stand behind the skill's name; null when it stands for something. */
function whyNothing(
  { versions, labels }: Found,
  { follows, label, version }: Omit<OverlayItem, "skill">,
): string | null {
  if (follows === "latest") {
    if (latestOf(versions)) return null;
    return versions.length === 0 ? ": not published" : ": every version was withdrawn";
  }
  if (follows !== "version" && follows !== "label") return null;
  const number = follows === "version" ? version : labels.find(({ name }) => name === label)?.version.number;
  const named = follows === "version" ? ` v${version}` : ` @${label}`;
  const found = versions.find((each) => each.number === number);
  if (!found) return named;
  return found.withdrawal
    ? `${named}: version ${found.number} was withdrawn (${found.withdrawal.reason})`
    : null;
}
