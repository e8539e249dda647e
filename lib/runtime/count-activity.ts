import type { EventOf, SessionEvent, SkillRef, UnavailableSkill } from "./events";
import { type CandidateState, explainAbsence } from "./explain-absence";
import { type ReadCatalogue, readTurnFacts, type TurnFacts } from "./turn-facts";

/** What can become of a skill in a turn. */
export const activityOutcomes = [
  "activated",
  /** Its text stood in the prompt, and the host gives it once more. */
  "repeated",
  "already-active",
  "refused",
  /** Offered, or could have been found, and not chosen. */
  "not-chosen",
  /** Its instructions were in the prompt from the start. */
  "in-prompt",
  /** Active from an earlier turn, and nobody asked for it. */
  "held",
  /** The agent has it, and this turn had it not. */
  "not-offered",
] as const;
export type ActivityOutcome = (typeof activityOutcomes)[number];

/** Of one skill in one turn; `count` may be negative where something counted is taken back. */
export type ActivityFact = {
  skillId: string;
  /** Null for a draft, and where a host does not say which it has. */
  version: number | null;
  isDraft: boolean;
  /** Null for a live host: it has none here. */
  agentId: string | null;
  dialect: string;
  model: string;
  modelKind: "rules" | "live";
  /** In UTC, of the turn's beginning: 2026-11-27. */
  day: string;
  outcome: ActivityOutcome;
  /** Who asked, the rule that refused, or why it was not chosen. */
  reason: string;
  /** The skill that was activated in its place, where this one was near. */
  insteadId: string | null;
  count: number;
  /** Of these, turns: each skill of a turn is one turn of exactly one outcome. */
  turns: number;
  /** Injected, injected again or saved; 0 for the rest. */
  tokens: number;
};

type Turn = Omit<ActivityFact, "skillId" | "version" | "isDraft" | "outcome" | "reason" | "insteadId"> & {
  facts: TurnFacts;
  events: readonly SessionEvent[];
};

type CountOptions = {
  runId: string;
  readCatalogue?: ReadCatalogue;
  /** The model is asked elsewhere, so that the log has no steps of it. */
  isAskedElsewhere?: boolean;
  /** Which skill of the workspace has a name: hosts tell names alone. */
  idOf?: (name: string) => string | undefined;
};

/** As near to the message as this is a skill that another one may have been taken for. */
const nearest = 5;

/**
 * What became of every skill in one turn, as counts. Nothing for a recording that was played, and nothing is said of what
 * was offered where no model was asked.
 */
export function countActivity(
  events: readonly SessionEvent[],
  { runId, readCatalogue, isAskedElsewhere = false, idOf = () => undefined }: CountOptions,
): ActivityFact[] {
  const facts = readTurnFacts(events, { runId, ...(readCatalogue ? { readCatalogue } : {}) });
  const start = facts.run?.payload;
  if (!facts.run || !start || start.replayOf !== undefined || start.model.kind === "recording") return [];
  const turn: Turn = {
    facts: { ...facts, hasSteps: facts.hasSteps || isAskedElsewhere },
    events: events.filter((event) => event.runId === runId),
    agentId: start.host ? null : start.agent.id,
    dialect: start.dialect,
    model: start.model.name,
    modelKind: start.model.kind,
    day: facts.run.at.slice(0, 10),
    count: 1,
    turns: 0,
    tokens: 0,
  };
  const counted = [...activations(turn), ...refusals(turn, idOf)];
  const known = new Set(counted.filter(({ turns }) => turns > 0).map(({ skillId }) => skillId));
  const rest = start.host ? ofHost(turn, events, idOf) : ofAgent(turn);
  return sumActivity([...counted, ...rest.filter(({ skillId }) => !known.has(skillId))]);
}

const placeOf = ({ facts: _, events: __, ...place }: Turn) => place;
const textOf = ({ version, draftRevision }: Pick<SkillRef, "version" | "draftRevision">) => ({
  version,
  isDraft: draftRevision !== null,
});

type Activation = TurnFacts["activations"][number];

function activations(turn: Turn): ActivityFact[] {
  const seen = new Set<string>();
  return turn.facts.activations.map((event) => {
    const { skill } = event.payload;
    const isFirst = !seen.has(skill.skillId);
    seen.add(skill.skillId);
    return {
      ...placeOf(turn),
      skillId: skill.skillId,
      ...textOf(skill),
      ...outcomeOf(event),
      insteadId: null,
      turns: isFirst ? 1 : 0,
    };
  });
}

function outcomeOf(event: Activation): Pick<ActivityFact, "outcome" | "reason" | "tokens"> {
  const by = event.payload.askedBy === "model" ? "by-model" : "by-person";
  if (event.type === "skill-already-active")
    return { outcome: "already-active", reason: by, tokens: event.payload.tokensSaved };
  if (event.type === "skill-activated")
    return { outcome: "activated", reason: by, tokens: event.payload.tokens };
  const { reason, tokens, tokensRepeated } = event.payload;
  if (reason === "repeated") return { outcome: "repeated", reason, tokens: tokensRepeated ?? tokens };
  return { outcome: "activated", reason, tokens };
}

/** A refusal is the turn's outcome where the skill did not come in otherwise. */
function refusals(turn: Turn, idOf: (name: string) => string | undefined): ActivityFact[] {
  const { offered, unavailable, activations } = turn.facts;
  const skills = [...offered.values(), ...unavailable.values()];
  const taken = new Set(activations.map(({ payload }) => payload.skill.skillId));
  return turn.events.flatMap((event): ActivityFact[] => {
    if (event.type !== "request-refused" || event.payload.skillName === null) return [];
    const { skillName, rule } = event.payload;
    const skillId = skills.find(({ name }) => name === skillName)?.skillId ?? idOf(skillName);
    if (skillId === undefined) return [];
    const own = offered.get(skillId);
    const isFirst = !taken.has(skillId);
    taken.add(skillId);
    return [
      {
        ...placeOf(turn),
        skillId,
        ...(own ? textOf(own) : { version: null, isDraft: false }),
        outcome: "refused",
        reason: rule,
        insteadId: null,
        turns: isFirst ? 1 : 0,
      },
    ];
  });
}

const notChosen = [
  "offered",
  "cut",
  "omitted",
  "not-routed",
  "not-shown",
] as const satisfies CandidateState[];
const isNotChosen = (state: CandidateState): state is (typeof notChosen)[number] =>
  notChosen.some((one) => one === state);

/** Every skill that the agent has and nobody asked for, with why. */
function ofAgent(turn: Turn): ActivityFact[] {
  const { facts } = turn;
  const offered = [...facts.offered.values()].flatMap((skill): ActivityFact[] => {
    const { state } = explainAbsence(facts, skill.skillId);
    const one = {
      ...placeOf(turn),
      skillId: skill.skillId,
      ...textOf(skill),
      turns: 1,
      insteadId: null,
    };
    if (state === "in-prompt" || state === "held") return [{ ...one, outcome: state, reason: state }];
    if (!facts.hasSteps || !isNotChosen(state)) return [];
    return [{ ...one, outcome: "not-chosen", ...why(facts, skill.skillId, state) }];
  });
  return [...offered, ...[...facts.unavailable.values()].map((skill) => unavailableFact(turn, skill))];
}

function unavailableFact(turn: Turn, { skillId, reason }: UnavailableSkill): ActivityFact {
  const none = { version: null, isDraft: false, insteadId: null };
  return { ...placeOf(turn), skillId, ...none, outcome: "not-offered", reason, turns: 1 };
}

/** Another skill counts as taken for this one only where this one was near to the message too. */
function why(
  facts: TurnFacts,
  skillId: string,
  state: (typeof notChosen)[number],
): Pick<ActivityFact, "reason" | "insteadId"> {
  if (state !== "offered") return { reason: state, insteadId: null };
  const winner = facts.activations[0]?.payload.skill.skillId;
  if (winner === undefined) return { reason: "no-skill", insteadId: null };
  const place = facts.place(skillId);
  return { reason: "another", insteadId: place !== null && place <= nearest ? winner : null };
}

/** Of a live host all is known by name, from the newest list that it told its model. */
function ofHost(
  turn: Turn,
  events: readonly SessionEvent[],
  idOf: (name: string) => string | undefined,
): ActivityFact[] {
  const { facts } = turn;
  const last = turn.events.at(-1)?.seq ?? 0;
  const list = events.findLast(
    (event): event is EventOf<"catalogue-injected"> =>
      event.type === "catalogue-injected" && event.seq <= last && event.payload.found !== undefined,
  );
  if (!list?.payload.found || !facts.hasSteps) return [];
  const cut = new Set(list.payload.truncated.map(({ skillId }) => skillId));
  return list.payload.found.ours.flatMap((name): ActivityFact[] => {
    const skillId = idOf(name);
    if (skillId === undefined) return [];
    const one = { ...placeOf(turn), skillId, version: null, isDraft: false, turns: 1, insteadId: null };
    if (facts.held.has(skillId)) return [{ ...one, outcome: "held", reason: "held" }];
    const state = cut.has(skillId) ? "cut" : "offered";
    return [{ ...one, outcome: "not-chosen", ...why(facts, skillId, state) }];
  });
}

/** The same facts with each place once, and none that came to nothing. */
export function sumActivity(facts: readonly ActivityFact[]): ActivityFact[] {
  const sums = new Map<string, ActivityFact>();
  for (const fact of facts) {
    const { count, turns, tokens, ...place } = fact;
    const key = JSON.stringify(Object.entries(place).sort(([left], [right]) => (left < right ? -1 : 1)));
    const sum = sums.get(key);
    sums.set(
      key,
      sum
        ? { ...sum, count: sum.count + count, turns: sum.turns + turns, tokens: sum.tokens + tokens }
        : fact,
    );
  }
  return [...sums.values()].filter(({ count, turns, tokens }) => count !== 0 || turns !== 0 || tokens !== 0);
}

/** What takes these back. */
export const takeBack = (facts: readonly ActivityFact[]): ActivityFact[] =>
  facts.map((fact) => ({ ...fact, count: -fact.count, turns: -fact.turns, tokens: -fact.tokens }));
