import type { SessionEvent } from "./events";
import type { Described } from "./explain-turn";
import { judgeFit } from "./judge-fit";
import { matchedWords } from "./matched-words";
import { putsBodies } from "./mode-steps";
import { type Ranked, type ReadCatalogue, rankTold, readTurnFacts, type TurnFacts } from "./turn-facts";

/** What became of the skill when the ranking was made again with one thing changed. */
export type TriedOutcome = {
  /** It is from 0 to 1. */
  score: number;
  /** What the published rules make of it: they take this one, another one, or none; `tie` where two fit equally well. */
  verdict: "taken" | "other" | "tie" | "none";
  /** Names the other one; it is empty for `taken` and `none`. */
  other: string;
};

export type TriedChange = TriedOutcome &
  (
    | { kind: "told-whole" }
    /** Words of the message put before its description, as few as were found to help. */
    | { kind: "words-added"; words: readonly string[] }
    /** Another skill, with which it ties or which comes first, is no longer the agent's. */
    | { kind: "rival-removed"; rival: string }
  );

/** More would be a list of words and no description. */
const mostWords = 3;

type Trial = {
  facts: TurnFacts;
  skillId: string;
  name: string;
  message: string;
};

/**
 * What would have brought one skill into a turn, each tried on the turn's message by the published rules; worse
 * outcomes too. Empty where the message was not compared with descriptions, and for a skill that was activated.
 */
export function tryChanges(
  events: readonly SessionEvent[],
  {
    skillId,
    runId,
    readCatalogue,
    described = [],
  }: { skillId: string; runId?: string; readCatalogue?: ReadCatalogue; described?: readonly Described[] },
): TriedChange[] {
  const facts = readTurnFacts(events, { runId, ...(readCatalogue ? { readCatalogue } : {}) });
  const skill = facts.offered.get(skillId);
  const isActive =
    facts.held.has(skillId) || facts.activations.some(({ payload }) => payload.skill.skillId === skillId);
  const isCompared =
    facts.told.size > 0 &&
    !facts.searched &&
    !facts.routed &&
    !putsBodies(facts.catalogue?.payload.mode ?? "inline");
  if (!skill || !facts.run || !isCompared || isActive || skill.modelInvocable === false) return [];
  const trial = { facts, skillId, name: skill.name, message: facts.run.payload.message };
  const whole = described.find((one) => one.skillId === skillId)?.description ?? null;
  return [...tellWhole(trial, whole), ...addWords(trial, whole), ...removeRival(trial)];
}

function tellWhole(trial: Trial, whole: string | null): TriedChange[] {
  const { truncated = [], omitted = [] } = trial.facts.catalogue?.payload ?? {};
  const isCut = [...truncated, ...omitted].some(({ skillId }) => skillId === trial.skillId);
  if (!isCut || whole === null) return [];
  return [{ kind: "told-whole", ...judge(trial, new Map(trial.facts.told).set(trial.skillId, whole)) }];
}

/** What a cut took away and then the rarest words first, one more at a time, until the rules take it. */
function addWords(trial: Trial, whole: string | null): TriedChange[] {
  const { facts, skillId, name, message } = trial;
  const told = facts.told.get(skillId) ?? "";
  const own = new Set(matchedWords(message, `${name} ${told}`));
  const lost = new Set(matchedWords(message, whole ?? ""));
  const missing = matchedWords(message, message).filter((word) => !own.has(word));
  const others = [...facts.told].filter(([id]) => id !== skillId);
  const holders = (word: string) => others.filter(([, text]) => matchedWords(word, text).length > 0).length;
  const ordered = missing
    .map((word) => ({ word, rank: lost.has(word) ? -1 : holders(word) }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ word }) => word);
  let best: TriedChange | null = null;
  for (let count = 1; count <= Math.min(mostWords, ordered.length); count += 1) {
    const words = ordered.slice(0, count);
    const outcome = judge(trial, new Map(facts.told).set(skillId, `${words.join(" ")} ${told}`));
    best = { kind: "words-added", words, ...outcome };
    if (outcome.verdict === "taken") break;
  }
  return best === null ? [] : [best];
}

function removeRival(trial: Trial): TriedChange[] {
  const { facts, skillId } = trial;
  const fit = judgeFit(facts.ranking);
  if (fit.kind === "below") return [];
  const rival = fit.best.skillId === skillId ? (fit.kind === "tie" ? fit.next : null) : fit.best;
  if (rival === null) return [];
  const left = new Map(facts.told);
  left.delete(rival.skillId);
  return [{ kind: "rival-removed", rival: rival.name, ...judge(trial, left) }];
}

function judge({ facts, skillId, message }: Trial, texts: ReadonlyMap<string, string>): TriedOutcome {
  const ranking = rankTold(message, texts, facts.offered);
  const score = ranking.find((one) => one.skillId === skillId)?.score ?? 0;
  return { score, ...verdictOf(ranking, skillId) };
}

function verdictOf(ranking: readonly Ranked[], skillId: string): Pick<TriedOutcome, "verdict" | "other"> {
  const fit = judgeFit(ranking);
  if (fit.kind === "below") return { verdict: "none", other: "" };
  if (fit.kind === "fits")
    return fit.best.skillId === skillId
      ? { verdict: "taken", other: "" }
      : { verdict: "other", other: fit.best.name };
  const other = fit.best.skillId === skillId ? fit.next : fit.best;
  const isOfTwo = [fit.best.skillId, fit.next.skillId].includes(skillId);
  return { verdict: isOfTwo ? "tie" : "other", other: other.name };
}
