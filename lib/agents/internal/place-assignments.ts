import type { AssignmentItem } from "./assignable-skills";

/** What an agent shall get of a skill; null for not having it any more. */
export type Wanted = Omit<AssignmentItem, "skill"> & { priority?: number | undefined };
export type Placing = { skill: string; to: Wanted | null };

/**
 * An agent's list after these changes, in order of priority. Who is there stays in its place, who is new comes last;
 * who asks for a priority gets it, several that ask for the same one in the order in which they ask.
 */
export function placeAssignments(
  items: readonly AssignmentItem[],
  placings: readonly Placing[],
): AssignmentItem[] {
  const list = new Map(items.map((item) => [item.skill, item]));
  const placed: { item: AssignmentItem; priority: number }[] = [];
  for (const { skill, to } of placings) {
    if (to === null) {
      list.delete(skill);
      continue;
    }
    const { priority, ...rest } = to;
    const item = { skill, ...rest };
    if (priority === undefined) list.set(skill, item);
    else {
      list.delete(skill);
      placed.push({ item, priority });
    }
  }
  const result = [...list.values()];
  placed.sort((left, right) => left.priority - right.priority);
  let last = { priority: 0, at: 0 };
  for (const { item, priority } of placed) {
    const at = priority === last.priority ? last.at + 1 : priority - 1;
    result.splice(at, 0, item);
    last = { priority, at };
  }
  return result;
}
