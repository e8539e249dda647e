import type { OfferedSkill, SessionEvent } from "./events";
import { type CandidateState, explainAbsence } from "./explain-absence";
import { type Fit, fitThreshold, judgeFit } from "./judge-fit";
import { matchedWords } from "./matched-words";
import { type Ranked, type ReadCatalogue, rankTold, readTurnFacts, type TurnFacts } from "./turn-facts";

/** A skill of the agent as it is now: its whole description, to say what a cut took away. */
export type Described = { skillId: string; name: string; description: string };

export type TurnCandidate = {
  skillId: string;
  name: string;
  state: CandidateState;
  /** Says why, in a sentence or two. */
  reason: string;
  /** 1 is the best; null for one without a word in common, and where nothing was ranked. */
  place: number | null;
  /** From 0 to 1; null where nothing was ranked, or when the log holds only better ones. */
  score: number | null;
  /** Which fields of it the score comes from; shares of 1, the largest first. */
  fields: readonly { field: keyof Ranked["fields"]; share: number }[];
  /** What it would have scored had every description been told whole; null where nothing of it was cut. */
  wholeScore: number | null;
  /** What was told of its description; null where the catalogue tells nothing of it. */
  told: string | null;
  /** Its description as it is now; null when it is not known. */
  whole: string | null;
  keptCharacters: number | null;
  /** Words of the message that are in its name or in what was told; as the message writes them. */
  words: readonly string[];
  /** Words of the message that only the part which was cut has. */
  lostWords: readonly string[];
};

export type TurnExplanation = {
  mode: string | null;
  /** The text that skills were compared with: the message, or what a search or a router looked for. */
  query: string;
  rankedBy: "search" | "router" | "message" | null;
  /** At which score rules take a skill; null for a language model, which decides by itself. */
  threshold: number | null;
  /** What the rules make of this ranking; null where a language model or a router decides. */
  fit: Fit<Ranked> | null;
  /** Whether a skill came in, or was active, in this turn. */
  activated: readonly string[];
  cut: number;
  /** Every skill of the turn once: ranked ones first, best first, then in catalogue order, those not offered last. */
  candidates: readonly TurnCandidate[];
};

/**
 * Why a turn activated what it did, and nothing else: from the log alone, so that it holds for replays and opened
 * recordings as well. `described` adds what the log does not have: descriptions as they are now.
 */
export function explainTurn(
  events: readonly SessionEvent[],
  {
    runId,
    readCatalogue,
    described = [],
  }: { runId?: string; readCatalogue?: ReadCatalogue; described?: readonly Described[] } = {},
): TurnExplanation {
  const facts = readTurnFacts(events, { runId, ...(readCatalogue ? { readCatalogue } : {}) });
  const { run, catalogue, searched, routed, ranking, activations } = facts;
  const query = (searched ?? routed)?.payload.query ?? run?.payload.message ?? "";
  const rankedBy = searched ? "search" : routed ? "router" : facts.told.size > 0 ? "message" : null;
  const byRules = run?.payload.model.kind === "rules" && rankedBy !== null;
  const whole = new Map(described.map(({ skillId, description }) => [skillId, description]));
  const wholeScores = scoreWhole(facts, whole);
  const skills = [...facts.offered.values(), ...facts.unavailable.values()];
  const candidates = skills.map((skill) =>
    describeCandidate(facts, skill, { query, whole: whole.get(skill.skillId) ?? null, wholeScores }),
  );
  return {
    mode: catalogue?.payload.mode ?? run?.payload.mode ?? null,
    query,
    rankedBy,
    threshold: byRules ? fitThreshold : null,
    fit: byRules && !routed ? judgeFit(ranking) : null,
    activated: [...new Set(activations.map(({ payload }) => payload.skill.name))],
    cut: (catalogue?.payload.truncated.length ?? 0) + (catalogue?.payload.omitted.length ?? 0),
    candidates: candidates.sort((left, right) => orderOf(left) - orderOf(right)),
  };
}

/** A stable sort keeps catalogue order among those without a place. */
const orderOf = ({ place, state }: TurnCandidate): number =>
  place ?? (state === "not-offered" ? Number.POSITIVE_INFINITY : Number.MAX_SAFE_INTEGER);

/** Scores had every description been told whole; empty where nothing was cut or the whole is not known. */
function scoreWhole(
  { run, catalogue, told, offered, searched, routed }: TurnFacts,
  whole: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const { truncated = [], omitted = [] } = catalogue?.payload ?? {};
  const cut = [...truncated, ...omitted].filter(({ skillId }) => whole.has(skillId));
  if (cut.length === 0 || searched || routed) return new Map();
  const texts = new Map(told);
  for (const { skillId } of cut) texts.set(skillId, whole.get(skillId) ?? "");
  const ranked = new Map(
    rankTold(run?.payload.message ?? "", texts, offered).map(({ skillId, score }) => [skillId, score]),
  );
  return new Map(cut.map(({ skillId }) => [skillId, ranked.get(skillId) ?? 0]));
}

type Comparison = { query: string; whole: string | null; wholeScores: ReadonlyMap<string, number> };

function describeCandidate(
  facts: TurnFacts,
  { skillId, name }: Pick<OfferedSkill, "skillId" | "name">,
  { query, whole, wholeScores }: Comparison,
): TurnCandidate {
  const place = facts.place(skillId);
  const ranked = place === null ? undefined : facts.ranking[place - 1];
  const told = facts.told.get(skillId) ?? null;
  const words = matchedWords(query, `${name} ${told ?? (facts.searched ? (whole ?? "") : "")}`);
  const isCut = wholeScores.has(skillId);
  return {
    skillId,
    name,
    ...explainAbsence(facts, skillId),
    place,
    score: ranked?.score ?? (isRankedWhole(facts, skillId) ? 0 : null),
    fields: sharesOf(ranked?.fields),
    wholeScore: wholeScores.get(skillId) ?? null,
    told,
    whole,
    keptCharacters: facts.kept.get(skillId) ?? null,
    words,
    lostWords: isCut ? matchedWords(query, whole ?? "").filter((word) => !words.includes(word)) : [],
  };
}

/** As many candidates as a log keeps of a search. */
const keptCandidates = 50;

/** Whether a skill without a place scored nothing, rather than not being ranked or not being in the log. */
function isRankedWhole({ searched, routed, ranking, told, offered }: TurnFacts, skillId: string): boolean {
  const skill = offered.get(skillId);
  if (!skill || skill.modelInvocable === false) return false;
  return searched || routed ? ranking.length < keptCandidates : told.has(skillId);
}

/** Which fields a score comes from, the one that gives most first. */
export function sharesOf(fields: Ranked["fields"] | undefined): TurnCandidate["fields"] {
  if (!fields) return [];
  const parts = [
    { field: "name" as const, points: fields.name },
    { field: "description" as const, points: fields.description },
    { field: "body" as const, points: fields.body },
    { field: "triggers" as const, points: fields.triggers },
  ].filter(({ points }) => points > 0);
  const sum = parts.reduce((total, { points }) => total + points, 0);
  return parts
    .map(({ field, points }) => ({ field, share: points / sum }))
    .sort((left, right) => right.share - left.share);
}
