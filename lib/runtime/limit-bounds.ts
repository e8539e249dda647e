import { type RuntimeLimits, runtimeLimits } from "./limits";

/** What a workspace may say for itself; the rest are Greenroom's own. */
export const settableLimits = [
  "readBytes",
  "skillBytes",
  "resourceDepth",
  "listedResources",
  "listedNames",
  "pageSkills",
  "autoSkills",
] as const satisfies readonly (keyof RuntimeLimits)[];
export type SettableLimit = (typeof settableLimits)[number];

/** Some or all of them; what is absent is not said. */
export type LimitValues = Partial<Record<SettableLimit, number>>;

export type LimitBounds = { least: number; most: number };

const KiB = 1024;
const MiB = 1024 * KiB;

/** What each of them may be at all; an operator may ask for less than `most`. */
export const limitBounds: Readonly<Record<SettableLimit, LimitBounds>> = {
  readBytes: { least: KiB, most: 4 * MiB },
  skillBytes: { least: 4 * KiB, most: 16 * MiB },
  resourceDepth: { least: 0, most: 11 },
  listedResources: { least: 0, most: 500 },
  listedNames: { least: 1, most: 500 },
  pageSkills: { least: 1, most: 500 },
  autoSkills: { least: 0, most: 1_000 },
};

export const isSettableLimit = (name: string): name is SettableLimit =>
  settableLimits.some((limit) => limit === name);

/** The most that a workspace may ask for, by what the operator says. */
export const mostAllowed = (limit: SettableLimit, operator: LimitValues = {}): number =>
  Math.min(operator[limit] ?? limitBounds[limit].most, limitBounds[limit].most);

/**
 * The limits that hold: the workspace's own, else the usual ones, and never more than the operator allows, also where
 * the operator allows less than when they were chosen.
 */
export function limitsInForce(own: LimitValues = {}, operator: LimitValues = {}): RuntimeLimits {
  const limits = { ...runtimeLimits };
  for (const limit of settableLimits)
    limits[limit] = Math.min(own[limit] ?? runtimeLimits[limit], mostAllowed(limit, operator));
  return limits;
}
