import "server-only";
import type { z } from "zod";
import type { Context } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import { requireNotWithdrawn } from "@/lib/library/versions/require-not-withdrawn";
import type { Agent, Assignment, assignmentInputSchema } from "../schema";

export type AssignmentItem = z.output<typeof assignmentInputSchema>;
type Item = AssignmentItem;
type Assigning = { before: Agent; items: readonly Item[]; skills: AssignableSkills };

/**
 * The rows that these would be. NOT_FOUND for a skill or a pinned version that is not there;
 * UNPROCESSABLE for a newly assigned archived skill, and for a new pin on a withdrawn version.
 */
export async function toAssignmentRows(
  context: Context,
  { before, items, skills }: Assigning,
): Promise<Prisma.AssignmentCreateManyInput[]> {
  const assigned = new Set(before.assignments.map(({ skillId }) => skillId));
  await requireNotWithdrawn(
    context,
    newPins(before, items, skills),
    "Pin another version, or follow latest.",
  );
  return items.map((item, at) => {
    const skill = skills.get(item.skill);
    if (!skill) throw new AppError("NOT_FOUND", `There is no skill “${item.skill}” here.`);
    if (skill.archivedAt && !assigned.has(skill.id)) {
      throw new AppError("UNPROCESSABLE", `${item.skill} is archived. Restore it before assigning it.`);
    }
    return {
      agentId: before.id,
      skillId: skill.id,
      workspaceId: context.workspace.id,
      enabled: item.enabled,
      priority: at + 1,
      follows: item.follows,
      label: item.follows === "label" ? (item.label ?? null) : null,
      versionId: item.follows === "version" ? pinned(skill, item) : null,
    };
  });
}

const withPins = { id: true, number: true, withdrawal: true } as const;

type SkillRow = Prisma.SkillGetPayload<{
  select: { id: true; name: true; archivedAt: true; versions: { select: typeof withPins } };
}>;

export type AssignableSkills = ReadonlyMap<string, SkillRow>;

/** Versions that nobody has pinned for this skill yet: a pin from before its version was withdrawn stays. */
function newPins(before: Agent, items: readonly Item[], skills: AssignableSkills) {
  const pins = new Map(before.assignments.map(({ skillId, version }) => [skillId, version]));
  return items.flatMap(({ skill: name, follows, version: number }) => {
    const skill = skills.get(name);
    if (!skill || follows !== "version" || pins.get(skill.id) === number) return [];
    return skill.versions.filter((one) => one.number === number).map((one) => ({ ...one, name }));
  });
}

/** The skills that these name, with the versions that they pin, by name. */
export async function readAssignable(context: Context, items: readonly Item[]): Promise<AssignableSkills> {
  const pins = items.flatMap(({ version }) => version ?? []);
  const skills = await context.db.skill.findMany({
    where: { workspaceId: context.workspace.id, name: { in: items.map(({ skill }) => skill) } },
    select: {
      id: true,
      name: true,
      archivedAt: true,
      versions: { where: { number: { in: pins } }, select: withPins },
    },
  });
  return new Map(skills.map((skill) => [skill.name, skill]));
}

function pinned(skill: SkillRow, item: Item): string {
  const version = skill.versions.find(({ number }) => number === item.version);
  if (!version) throw new AppError("NOT_FOUND", `${item.skill} has no version ${item.version}.`);
  return version.id;
}

/** An assignment as it would be asked for. */
export function toItem({
  skill,
  enabled,
  follows,
  label,
  version,
}: Pick<Assignment, "skill" | "enabled" | "follows" | "label" | "version">): Item {
  const item = { skill, enabled, follows };
  if (label !== null) return { ...item, label };
  return version === null ? item : { ...item, version };
}
