import { decideAccess, openAccess, type SkillAccess } from "@/lib/access/skill-access";
import { assertNever } from "@/lib/kernel/assert-never";
import { foldName } from "@/lib/skills/fold-name";
import { type SkillNeeds, systemName } from "@/lib/skills/skill-needs";
import { mostAssignments } from "./agent-options";
import type { ChoiceReason, UncheckedNeed } from "./choice-options";
import { compilePatterns, type FindPattern, readyName } from "./compile-patterns";

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
  /** What it is called now, and what the version that goes out was published as: a rename gets around no rule. */
  names: readonly string[];
  assigned: "on" | "off" | "no";
  needs: SkillNeeds;
  /** Whom it is open to; all, where nothing is said. */
  access?: SkillAccess;
};

export type SkillChoice = {
  in: boolean;
  reason: ChoiceReason;
  /** What the reason is about: the pattern, the type, what is missing. Of allowed patterns the first few. */
  items: readonly string[];
  /** How many there are of them. */
  total: number;
  /** What it needs besides and nobody has said: people are told of it. Empty for what stays out. */
  unchecked: readonly { need: UncheckedNeed; items: readonly string[] }[];
};

/** Whether what skills need can make a difference. */
export const looksAtNeeds = ({ capabilities, skillTypes, environment }: ChoiceRule): boolean =>
  [capabilities, skillTypes, ...Object.values(environment)].some((fact) => fact !== null);

/**
 * Which of these skills an agent gets, and why, one answer for each in their order. Pages, runs, impact, delivery and
 * the API all ask here. What a skill is open to goes over the agent's rule, denied over allowed, names over needs, and an
 * assignment over none of them: who assigns a skill says that the agent shall have it, not that it can.
 */
export function chooseSkills(
  rule: ChoiceRule,
  candidates: readonly ChoiceCandidate[],
  agentId: string,
): SkillChoice[] {
  const ready = makeReady(rule, agentId);
  let room = mostAssignments - candidates.filter(({ assigned }) => assigned !== "no").length;
  return candidates.map((candidate) => {
    const choice = chooseSkill(ready, candidate);
    if (!choice.in || candidate.assigned === "on") return choice;
    room -= 1;
    return room < 0 ? out("too-many", [String(mostAssignments)]) : choice;
  });
}

/**
 * Whether a skill is anything of the agent's. What a rule passes over in the library is not: only who looks at the rule
 * is told of it, no run and no delivery.
 */
export const concernsAgent = ({ assigned, choice }: { assigned: boolean; choice: SkillChoice }): boolean =>
  assigned || choice.in;

/** A rule made ready for many skills: one that finds them is asked of the whole library. */
type ReadyRule = {
  agentId: string;
  rule: ChoiceRule;
  denied: FindPattern;
  allowed: FindPattern | null;
  notAllowed: SkillChoice;
  capabilities: Given;
  skillTypes: Given;
  bins: Given;
  env: Given;
};

/** What there is of a kind; null where nobody said. */
type Given = ReadonlySet<string> | null;

function makeReady(rule: ChoiceRule, agentId: string): ReadyRule {
  const { allowedSkills, deniedSkills, capabilities, skillTypes, environment } = rule;
  const given = (items: readonly string[] | null, key = asWritten): Given => items && new Set(items.map(key));
  return {
    agentId,
    rule,
    denied: compilePatterns(deniedSkills),
    allowed: allowedSkills.length === 0 ? null : compilePatterns(allowedSkills),
    notAllowed: { ...out("not-allowed", allowedSkills.slice(0, mostNamed)), total: allowedSkills.length },
    capabilities: given(capabilities, foldName),
    skillTypes: given(skillTypes, foldName),
    bins: given(environment.bins),
    env: given(environment.env),
  };
}

function chooseSkill(ready: ReadyRule, candidate: ChoiceCandidate): SkillChoice {
  const { names, assigned, needs, access = openAccess } = candidate;
  const { rule, agentId } = ready;
  if (assigned === "off") return out("off");
  if (assigned === "no" && !rule.autoDiscover) return out("not-assigned");
  if (!decideAccess(access, { kind: "agent", agentId }).in) return out("not-open");
  return (
    outByName(ready, names) ??
    outByType(ready, needs) ??
    outByEnvironment(ready, needs) ??
    outByCapabilities(ready, needs) ?? {
      in: true,
      reason: assigned === "on" ? "assigned" : "discovered",
      items: [],
      total: 0,
      unchecked: findUnchecked(rule, needs),
    }
  );
}

const out = (reason: ChoiceReason, items: readonly string[] = []): SkillChoice => ({
  in: false,
  reason,
  items,
  total: items.length,
  unchecked: [],
});

/** A skill goes by each of its names: denied by any of them, allowed by all. */
function outByName({ denied, allowed, notAllowed }: ReadyRule, names: readonly string[]): SkillChoice | null {
  const ready = [...new Set(names)].map(readyName);
  for (const name of ready) {
    const pattern = denied(name);
    if (pattern !== undefined) return out("denied", [pattern]);
  }
  return allowed === null || ready.every((name) => allowed(name) !== undefined) ? null : notAllowed;
}

function outByType({ skillTypes }: ReadyRule, { skillType }: SkillNeeds): SkillChoice | null {
  const isTaken = missingOf([skillType], skillTypes, foldName).length === 0;
  return isTaken ? null : out("skill-type", [skillType]);
}

function outByEnvironment({ rule, bins, env }: ReadyRule, needs: SkillNeeds): SkillChoice | null {
  const { os } = rule.environment;
  if (os !== null && needs.os.length > 0 && !needs.os.map(systemName).includes(systemName(os)))
    return out("os", needs.os);
  if (needs.always) return null;
  const programs = missingOf(needs.bins, bins);
  if (programs.length > 0) return out("bins", programs);
  if (needs.anyBins.length > 0 && missingOf(needs.anyBins, bins).length === needs.anyBins.length)
    return out("any-bins", needs.anyBins);
  const variables = missingOf(needs.env, env);
  return variables.length > 0 ? out("env", variables) : null;
}

function outByCapabilities({ capabilities }: ReadyRule, needs: SkillNeeds): SkillChoice | null {
  const missing = missingOf(needs.capabilities, capabilities, foldName);
  return missing.length > 0 ? out("capabilities", missing) : null;
}

const asWritten = (text: string): string => text;

/** What is wanted and not there; nothing is missing where nobody said what there is. */
const missingOf = (wanted: readonly string[], given: Given, key = asWritten): string[] =>
  given === null ? [] : wanted.filter((item) => !given.has(key(item)));

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

/** A sentence names a few. */
const mostNamed = 5;

const listSome = (items: readonly string[]): string =>
  items.length <= mostNamed
    ? items.join(", ")
    : `${items.slice(0, mostNamed).join(", ")} and ${items.length - mostNamed} more`;

/** Why a skill is in or out, to go on after its name or “it”, without a full stop. */
export function sayChoice({ reason, items, total }: Pick<SkillChoice, "reason" | "items" | "total">): string {
  const listed = listSome(items);
  switch (reason) {
    case "off":
      return "is switched off for this agent";
    case "not-assigned":
      return "is not assigned to this agent";
    case "not-open":
      return "is open to chosen agents, and this is none of them";
    case "denied":
      return `is denied to this agent by ${listed}`;
    case "not-allowed":
      return total > items.length
        ? `matches none of the ${total} patterns that this agent is allowed, among them ${listed}`
        : `is none of the skills that this agent is allowed: ${listed}`;
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
