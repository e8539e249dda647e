import type { PastSkill } from "./schema";

export type DeliveryChanges = {
  added: PastSkill[];
  changed: { from: PastSkill; to: PastSkill }[];
  removed: PastSkill[];
};

/**
 * What is other in the second than in the first, in the order of the second and of the first. Folders count: a skill
 * that comes under another name is one removed and one added. What changes hands under one name is a change.
 */
export function compareDeliveries(
  before: readonly PastSkill[],
  after: readonly PastSkill[],
): DeliveryChanges {
  const had = new Map(before.map((skill) => [skill.name, skill]));
  const has = new Set(after.map(({ name }) => name));
  const changes: DeliveryChanges = { added: [], changed: [], removed: [] };
  for (const to of after) {
    const from = had.get(to.name);
    if (!from) changes.added.push(to);
    else if (from.versionId !== to.versionId || from.archive !== to.archive)
      changes.changed.push({ from, to });
  }
  changes.removed = before.filter(({ name }) => !has.has(name));
  return changes;
}
