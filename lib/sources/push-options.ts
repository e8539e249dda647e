/**
 * How a version stands to its branch: `new` is not there yet, `there` is, `unchanged` is what the source has, `taken` is
 * a branch of that name with something else, `failed` could not be made or asked.
 */
export const pushStates = ["new", "there", "unchanged", "taken", "failed"] as const;
export type PushState = (typeof pushStates)[number];

/** One for each version of a skill, of letters that every host takes. */
export const branchOf = (skill: string, number: number): string =>
  `greenroom/${skill.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "") || "skill"}-v${number}`;
