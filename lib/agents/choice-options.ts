/** What keeps a skill from an agent, or lets it in; the first that applies, in this order. */
export const choiceReasons = [
  "off",
  "not-assigned",
  "not-open",
  "denied",
  "not-allowed",
  "skill-type",
  "os",
  "bins",
  "any-bins",
  "env",
  "capabilities",
  "too-many",
  "assigned",
  "discovered",
] as const;
export type ChoiceReason = (typeof choiceReasons)[number];

/** What a skill needs and nobody has said whether the agent has it: no reason to keep it out. */
export const uncheckedNeeds = ["os", "bins", "any-bins", "env", "config", "capabilities"] as const;
export type UncheckedNeed = (typeof uncheckedNeeds)[number];

/** Agents that find skills by their rule, for the database. */
export const discovers = { choiceRule: { path: ["autoDiscover"], equals: true } };

/** Of one kind, in an agent's rule. */
export const mostRuleItems = 200;
/** The systems that a rule names, as Node does, and what people call them. */
export const systemTitles = { linux: "Linux", darwin: "macOS", win32: "Windows" } as const;
