import type { Candidate, EventOf, SessionEvent, UnavailableSkill } from "./events";
import { searchSkills } from "./search-skills";

export type Absence = {
  skillId: string;
  /** Null for a skill that the run knows nothing of. */
  name: string | null;
  /** Whether it was activated in this run after all, or is in the prompt from before. */
  activated: boolean;
  /** How the catalogue was told; null when none was. */
  mode: string | null;
  /** Among the candidates of a search or a router, or among `described`; 1 is the best. */
  rank: number | null;
  candidates: number;
  scores: Candidate | null;
  /** What was activated instead, and what it scored. */
  winner: { name: string; score: number | null } | null;
  /** What the budget left of its description, in characters. */
  keptCharacters: number | null;
  omitted: boolean;
  /** In a sentence or two. */
  reason: string;
};

/** What a skill is told as; without it only runs with a search or a router have ranks. */
export type Described = { skillId: string; name: string; description: string };

const unavailableReasons = {
  disabled: "It is switched off for this agent.",
  archived: "It is archived.",
  "not-published": "Nothing of it is published, and this agent follows published versions.",
  "label-missing": "No version has the label that this agent follows.",
  withdrawn: "The version that this agent follows was withdrawn.",
  unreadable: "Its SKILL.md cannot be read.",
  "hidden-text": "Its description has characters that nobody sees.",
  "left-out": "The agent's rules leave it out.",
} as const satisfies Record<UnavailableSkill["reason"], string>;

/** Why the newest run of these events did not activate a skill: availability, mode, budget, rank, or the sibling that won. */
export function explainAbsence(
  events: readonly SessionEvent[],
  skillId: string,
  described: readonly Described[] = [],
): Absence {
  const facts = factsOf(events, skillId, described);
  const { run, own, activations, catalogue, ranking } = facts;
  const place = ranking.findIndex((candidate) => candidate.skillId === skillId);
  const first = activations.find(({ payload }) => payload.skill.skillId !== skillId)?.payload.skill;
  const kept = catalogue?.payload.truncated.find((cut) => cut.skillId === skillId)?.keptCharacters ?? null;
  const activated =
    activations.some(({ payload }) => payload.skill.skillId === skillId) ||
    (catalogue?.payload.eager?.some(({ skill }) => skill.skillId === skillId) ?? false);
  const winnerScore = ranking.find((candidate) => candidate.skillId === first?.skillId)?.score ?? null;
  const unavailable = run?.payload.unavailable.find((skill) => skill.skillId === skillId);
  return {
    skillId,
    name: own?.name ?? unavailable?.name ?? null,
    activated,
    mode: catalogue?.payload.mode ?? run?.payload.mode ?? null,
    rank: place < 0 ? null : place + 1,
    candidates: ranking.length,
    scores: ranking[place] ?? null,
    winner: first ? { name: first.name, score: winnerScore } : null,
    keptCharacters: kept,
    omitted: catalogue?.payload.omitted.some((cut) => cut.skillId === skillId) ?? false,
    reason: activated
      ? "It was activated."
      : reasonOf(facts, { skillId, rank: place < 0 ? null : place + 1, kept, winner: first?.name ?? null }),
  };
}

type Activation = EventOf<"skill-activated"> | EventOf<"skill-reactivated"> | EventOf<"skill-already-active">;

function factsOf(events: readonly SessionEvent[], skillId: string, described: readonly Described[]) {
  const run = events.findLast((event): event is EventOf<"run-started"> => event.type === "run-started");
  const ofRun = events.filter(({ runId }) => runId === run?.runId);
  const of = <T extends SessionEvent["type"]>(type: T) =>
    ofRun.filter((event): event is EventOf<T> => event.type === type);
  const routed = of("skills-routed").at(-1);
  const searched = of("skills-searched").at(-1);
  const computed = run && described.length > 0 ? searchSkills(run.payload.message, described) : [];
  const own = run?.payload.offered.find((skill) => skill.skillId === skillId);
  return {
    run,
    own,
    routed,
    searched,
    catalogue: of("catalogue-injected").at(-1),
    activations: ofRun.filter(
      (event): event is Activation =>
        event.type === "skill-activated" ||
        event.type === "skill-reactivated" ||
        event.type === "skill-already-active",
    ),
    refusal: of("request-refused").find(({ payload }) => own && payload.skillName === own.name),
    hasSteps: of("model-step").length > 0,
    ranking: (searched ?? routed)?.payload.candidates ?? computed,
  };
}

type Place = { skillId: string; rank: number | null; kept: number | null; winner: string | null };

function reasonOf(facts: ReturnType<typeof factsOf>, place: Place): string {
  const { run, own, catalogue, refusal, hasSteps } = facts;
  if (!run) return "There is no run here.";
  const unavailable = run.payload.unavailable.find((skill) => skill.skillId === place.skillId);
  if (unavailable) return unavailable.detail ?? unavailableReasons[unavailable.reason];
  if (!own) return "It is not assigned to this agent.";
  if (own.modelInvocable === false)
    return "Its author keeps it from the model: only a person may activate it, by its name.";
  const routing = routingReason(facts, own.name);
  if (routing !== null) return routing;
  const cut = catalogue?.payload.omitted.find((skill) => skill.skillId === place.skillId);
  if (cut) return `The catalogue left it out, so the model could not know of it. ${cut.reason}`;
  if (refusal) return `It was asked for and refused: ${refusal.payload.message}`;
  if (!catalogue) return "No catalogue was told in this run.";
  if (!hasSteps) return "The model was not asked in this run.";
  return choiceReason(facts, place);
}

function routingReason({ routed }: ReturnType<typeof factsOf>, name: string): string | null {
  if (!routed || routed.payload.chosen.includes(name)) return null;
  const { chosen, reasoning } = routed.payload;
  const instead = chosen.length === 0 ? "chose none" : `chose ${chosen.join(", ")}`;
  return `The router ${instead}, so the model was not told of it. It said: ${reasoning}`;
}

/** The model knew of it, or could have found it, and decided otherwise. */
function choiceReason({ catalogue, searched, ranking }: ReturnType<typeof factsOf>, place: Place): string {
  const instead =
    place.winner === null ? "The model activated no skill." : `The model activated ${place.winner} instead.`;
  const isSearch = catalogue?.payload.mode === "search";
  if (isSearch && !searched) return `${instead} In search mode it must look first, and it did not.`;
  const found =
    place.rank === null
      ? ranking.length > 0
        ? " It shares no word with what was searched for."
        : ""
      : ` It came ${ordinal(place.rank)} of ${ranking.length} for the ${searched ? "search" : "message"}.`;
  const hidden =
    isSearch && searched && place.rank !== null && place.rank > searched.payload.chosen.length
      ? ` Only the first ${searched.payload.chosen.length} were shown.`
      : "";
  const cut =
    place.kept === null ? "" : ` Its description was cut to ${place.kept} characters to fit the budget.`;
  return `${instead}${found}${hidden}${cut}`;
}

const ordinals = ["first", "second", "third"];
const ordinal = (rank: number): string => ordinals[rank - 1] ?? `number ${rank}`;
