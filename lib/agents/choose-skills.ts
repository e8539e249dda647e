import { assertNever } from "@/lib/kernel/assert-never";
import { foldName } from "@/lib/skills/fold-name";
import { type SkillNeeds, systemName } from "@/lib/skills/skill-needs";
import { mostAssignments } from "./agent-options";
import type { ChoiceReason, UncheckedNeed } from "./choice-options";
import { matchPattern } from "./match-pattern";

/** By what an agent takes skills. What is null was never said, so nothing is kept out for it. */
export type ChoiceRule = {
  /** What the agent can do. */
  capabilities: readonly string[] | null;
  /** The types of skills that it takes; null for all. */
  skillTypes: readonly string[] | null;
  /** Takes every published skill of the workspace that the rest of the rule lets in, assigned or not. */
  autoDiscover: boolean;
  /** Patterns of names; where there are any, other skills stay out. */
  allowedSkills: readonly string[];
  /** Patterns of names that stay out, also where they are allowed. */
  deniedSkills: readonly string[];
  /** Facts of the machine where the agent runs. */
  environment: {
    os: string | null;
    bins: readonly string[] | null;
    env: readonly string[] | null;
  };
};

export type ChoiceCandidate = {
  name: string;
  assigned: "on" | "off" | "no";
  needs: SkillNeeds;
};

export type SkillChoice = {
  in: boolean;
  reason: ChoiceReason;
  /** What the reason is about: the pattern, the type, what is missing. */
  items: readonly string[];
  /** What it needs besides and nobody has said: people are told of it. Empty for what stays out. */
  unchecked: readonly { need: UncheckedNeed; items: readonly string[] }[];
};

/** Whether what skills need can make a difference. */
export const looksAtNeeds = ({ capabilities, skillTypes, environment }: ChoiceRule): boolean =>
  [capabilities, skillTypes, ...Object.values(environment)].some((fact) => fact !== null);

/**
 * Which of these skills an agent gets, and why, one answer for each in their order. Pages, runs, impact, delivery and
 * the API all ask here. Denied goes over allowed, names over needs, and an assignment over neither: who assigns a skill
 * says that the agent shall have it, not that it can.
 */
export function chooseSkills(rule: ChoiceRule, candidates: readonly ChoiceCandidate[]): SkillChoice[] {
  let room = mostAssignments - candidates.filter(({ assigned }) => assigned !== "no").length;
  return candidates.map((candidate) => {
    const choice = chooseSkill(rule, candidate);
    if (!choice.in || candidate.assigned === "on") return choice;
    room -= 1;
    return room < 0 ? out("too-many", [String(mostAssignments)]) : choice;
  });
}

function chooseSkill(rule: ChoiceRule, { name, assigned, needs }: ChoiceCandidate): SkillChoice {
  if (assigned === "off") return out("off");
  if (assigned === "no" && !rule.autoDiscover) return out("not-assigned");
  return (
    outByName(rule, name) ??
    outByType(rule, needs) ??
    outByEnvironment(rule, needs) ??
    outByCapabilities(rule, needs) ?? {
      in: true,
      reason: assigned === "on" ? "assigned" : "discovered",
      items: [],
      unchecked: findUnchecked(rule, needs),
    }
  );
}

const out = (reason: ChoiceReason, items: readonly string[] = []): SkillChoice => ({
  in: false,
  reason,
  items,
  unchecked: [],
});

function outByName({ allowedSkills, deniedSkills }: ChoiceRule, name: string): SkillChoice | null {
  const denied = deniedSkills.find((pattern) => matchPattern(pattern, name));
  if (denied !== undefined) return out("denied", [denied]);
  const allowed = allowedSkills.length === 0 || allowedSkills.some((pattern) => matchPattern(pattern, name));
  return allowed ? null : out("not-allowed", allowedSkills);
}

function outByType({ skillTypes }: ChoiceRule, { skillType }: SkillNeeds): SkillChoice | null {
  const isTaken = skillTypes === null || missingOf([skillType], skillTypes, foldName).length === 0;
  return isTaken ? null : out("skill-type", [skillType]);
}

function outByEnvironment({ environment }: ChoiceRule, needs: SkillNeeds): SkillChoice | null {
  const { os, bins, env } = environment;
  if (os !== null && needs.os.length > 0 && missingOf([os], needs.os, systemName).length > 0)
    return out("os", needs.os);
  if (needs.always) return null;
  const programs = bins === null ? [] : missingOf(needs.bins, bins);
  if (programs.length > 0) return out("bins", programs);
  if (
    bins !== null &&
    needs.anyBins.length > 0 &&
    missingOf(needs.anyBins, bins).length === needs.anyBins.length
  )
    return out("any-bins", needs.anyBins);
  const variables = env === null ? [] : missingOf(needs.env, env);
  return variables.length > 0 ? out("env", variables) : null;
}

function outByCapabilities({ capabilities }: ChoiceRule, needs: SkillNeeds): SkillChoice | null {
  const missing = capabilities === null ? [] : missingOf(needs.capabilities, capabilities, foldName);
  return missing.length > 0 ? out("capabilities", missing) : null;
}

const asWritten = (text: string): string => text;

/** Those of the first list that the second does not have. */
function missingOf(
  wanted: readonly string[],
  given: readonly string[],
  key: (text: string) => string = asWritten,
): string[] {
  const has = new Set(given.map(key));
  return wanted.filter((item) => !has.has(key(item)));
}

/** An agent of which nobody said what it has may have all of it: it stays in, and people see what was not looked at. */
function findUnchecked(
  { capabilities, environment }: ChoiceRule,
  needs: SkillNeeds,
): SkillChoice["unchecked"] {
  const { os, bins, env } = environment;
  const all: [UncheckedNeed, boolean, readonly string[]][] = [
    ["os", os === null, needs.os],
    ["bins", bins === null && !needs.always, needs.bins],
    ["any-bins", bins === null && !needs.always, needs.anyBins],
    ["env", env === null && !needs.always, needs.env],
    ["config", !needs.always, needs.config],
    ["capabilities", capabilities === null, needs.capabilities],
  ];
  return all.flatMap(([need, isUnknown, items]) => (isUnknown && items.length > 0 ? [{ need, items }] : []));
}

/** A sentence names a few; the items themselves are all there. */
const mostNamed = 5;

const listSome = (items: readonly string[]): string =>
  items.length <= mostNamed
    ? items.join(", ")
    : `${items.slice(0, mostNamed).join(", ")} and ${items.length - mostNamed} more`;

/** Why a skill is in or out, to go on after its name or “it”, without a full stop. */
export function sayChoice({ reason, items }: Pick<SkillChoice, "reason" | "items">): string {
  const listed = listSome(items);
  switch (reason) {
    case "off":
      return "is switched off for this agent";
    case "not-assigned":
      return "is not assigned to this agent";
    case "denied":
      return `is denied to this agent by ${listed}`;
    case "not-allowed":
      return `is none of the skills that this agent is allowed: ${listed}`;
    case "skill-type":
      return `is of the type ${listed}, which this agent does not take`;
    case "os":
      return `runs on ${listed} alone, and this agent runs elsewhere`;
    case "bins":
      return `needs ${listed}, which this agent’s machine does not have`;
    case "any-bins":
      return `needs one of ${listed}, and this agent’s machine has none of them`;
    case "env":
      return `needs the environment variable ${listed}, which is not set for this agent`;
    case "capabilities":
      return `needs the capability ${listed}, which this agent does not have`;
    case "too-many":
      return `has no room: an agent has at most ${listed} skills`;
    case "assigned":
      return "is assigned to this agent";
    case "discovered":
      return "is taken in by this agent’s rule";
    default:
      return assertNever(reason);
  }
}

const uncheckedWords = {
  os: "runs on",
  bins: "needs the programs",
  "any-bins": "needs one of the programs",
  env: "needs the environment variables",
  config: "needs the settings",
  capabilities: "needs the capabilities",
} as const satisfies Record<UncheckedNeed, string>;

/** What was not looked at, after the skill's name; the empty text where nothing is left open. */
export function sayUnchecked(unchecked: SkillChoice["unchecked"]): string {
  const parts = unchecked.map(({ need, items }) => `${uncheckedWords[need]} ${listSome(items)}`);
  return parts.length === 0 ? "" : `${parts.join("; ")} (not checked: nobody has said what this agent has)`;
}
