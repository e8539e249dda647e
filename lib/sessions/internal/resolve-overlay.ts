import "server-only";
import type { Context } from "@/lib/access/context";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import { AppError } from "@/lib/kernel/app-error";
import {
  listVersionsByNumber,
  type NumberedFollow,
} from "@/lib/library/which-version/list-versions-by-number";
import type { OverlayEntry } from "@/lib/runtime/event-parts";

type OverlayItem = {
  skill: string;
  follows: OverlayEntry["follows"];
  label?: string | undefined;
  version?: number | undefined;
};

/**
 * What a new overlay names, checked against the workspace. NOT_FOUND says of each skill and version that is not here why.
 * What no agent may be told of is taken all the same: a run says so, and shows where.
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
  const overlay = items.flatMap((item) => toEntry(item, idOf.get(item.skill)) ?? []);
  const nothing = new Map<string, string>([
    ...items
      .filter(({ skill }) => !idOf.has(skill))
      .map(({ skill }) => [skill, "It is not in this workspace."] as const),
    ...(await whyNothing(context, overlay)),
  ]);
  if (nothing.size > 0)
    throw new AppError("NOT_FOUND", [...nothing].map(([skill, why]) => `${skill}: ${why}`).join(" "), {
      details: { missing: [...nothing.keys()] },
    });
  return overlay;
}

function toEntry(
  { skill: name, follows, label, version }: OverlayItem,
  skillId: string | undefined,
): OverlayEntry | null {
  if (skillId === undefined) return null;
  return {
    skillId,
    name,
    follows,
    label: follows === "label" ? (label ?? null) : null,
    version: follows === "version" ? (version ?? null) : null,
  };
}

/** By the skill's name. A draft is always there, and what is left out stands for nothing. */
async function whyNothing(context: Context, overlay: readonly OverlayEntry[]): Promise<Map<string, string>> {
  const asked = overlay.flatMap(({ follows, ...entry }): (NumberedFollow & { name: string })[] =>
    follows === "none" || follows === "draft" ? [] : [{ ...entry, follows }],
  );
  const found = await listVersionsByNumber(context, asked);
  return new Map(
    found.flatMap((one, at) =>
      one.ok || one.error.untold ? [] : [[asked[at]?.name ?? "", one.error.reason]],
    ),
  );
}
