import { formatCount } from "@/lib/kernel/format-count";
import "server-only";
import type { Context } from "@/lib/access/context";
import { addMaintainer } from "@/lib/library/commands/add-maintainer";
import { archiveSkill, restoreSkill } from "@/lib/library/commands/archive-skill";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { removeMaintainer } from "@/lib/library/commands/remove-maintainer";
import { listMaintainers } from "@/lib/library/maintainers/list-maintainers";
import { type ActOutcome, done, unchanged } from "./act-outcome";
import type { Target } from "./find-target";

export async function archive(context: Context, { name: skill, isArchived }: Target): Promise<ActOutcome> {
  await archiveSkill(context, { skill });
  return isArchived ? unchanged("Is archived already") : done("Archives the skill", [{ kind: "unarchive" }]);
}

export async function unarchive(context: Context, { name: skill, isArchived }: Target): Promise<ActOutcome> {
  await restoreSkill(context, { skill });
  return isArchived ? done("Brings the skill back", [{ kind: "archive" }]) : unchanged("Is not archived");
}

/** The whole call was confirmed by its count. */
export async function remove(context: Context, { name: skill, versionCount }: Target): Promise<ActOutcome> {
  await deleteSkill(context, { skill, confirmName: skill });
  const versions = formatCount(versionCount, "version");
  return done(versionCount === 0 ? "Deletes the skill" : `Deletes the skill and its ${versions}`);
}

type Choice = { person: string };

export async function addCoMaintainer(
  context: Context,
  { name: skill }: Target,
  { person }: Choice,
): Promise<ActOutcome> {
  const before = await findMaintainer(context, skill, person);
  const { items } = await addMaintainer(context, { skill, person });
  if (before) return unchanged(`${before.name} is co-maintainer already`);
  const added = items.find((item) => item.person.id === person);
  return done(`Makes ${added?.person.name ?? "them"} co-maintainer`, [{ kind: "remove-maintainer", person }]);
}

export async function removeCoMaintainer(
  context: Context,
  { name: skill }: Target,
  { person }: Choice,
): Promise<ActOutcome> {
  const before = await findMaintainer(context, skill, person);
  await removeMaintainer(context, { skill, person });
  return before
    ? done(`Takes ${before.name} off as co-maintainer`, [{ kind: "add-maintainer", person }])
    : unchanged("Has no such co-maintainer");
}

async function findMaintainer(context: Context, skill: string, person: string) {
  const { items } = await listMaintainers(context, { skill });
  return items.find((item) => item.person.id === person)?.person;
}
