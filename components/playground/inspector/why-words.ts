import { formatCount, formatNumber } from "@/components/ui/format";
import type { CandidateState } from "@/lib/runtime/explain-absence";
import type { TurnCandidate, TurnExplanation } from "@/lib/runtime/explain-turn";
import { fitThreshold, formatScore } from "@/lib/runtime/judge-fit";
import type { TriedOutcome } from "@/lib/runtime/try-changes";

/** How a skill fared, in a word or two; empty for one that was simply not chosen. */
const stateWords = {
  activated: "activated",
  "already-active": "already active",
  "in-prompt": "in the prompt from the start",
  held: "active since an earlier turn",
  refused: "refused",
  offered: "",
  cut: "description cut",
  omitted: "left out by the budget",
  "not-routed": "not chosen by the router",
  "not-shown": "not shown",
  hidden: "kept from the model",
  "not-offered": "not offered",
} as const satisfies Record<CandidateState, string>;

export function sayState({ state, keptCharacters }: TurnCandidate): string {
  if (keptCharacters === null) return stateWords[state];
  const cut = `description cut to ${formatCount(keptCharacters, "character")}`;
  return state === "cut" ? cut : [stateWords[state], cut].filter(Boolean).join(", ");
}

/** What became of the turn as a whole: a title and the reason beside it. */
export function sayTurn(turn: TurnExplanation): { title: string; detail: string } {
  const { activated, candidates, fit, threshold, mode } = turn;
  const offered = candidates.filter(({ state }) => state !== "not-offered").length;
  const count = formatCount(offered, "candidate");
  if (activated.length > 0)
    return {
      title: activated.length === 1 ? "1 skill was activated" : `${activated.length} skills were activated`,
      detail: count,
    };
  if (mode === "eager")
    return {
      title: "Nothing had to be activated",
      detail: "every instruction was in the prompt from the start",
    };
  const loaded = candidates.filter(({ state }) => state === "in-prompt").length;
  if (loaded > 0)
    return {
      title: "Nothing had to be activated",
      detail: `the router put the instructions of ${formatCount(loaded, "skill")} into the prompt`,
    };
  const title = "Nothing was activated";
  if (offered === 0) return { title, detail: "no skill was offered" };
  if (fit?.kind === "below") return { title, detail: `${count}, none reached ${formatScore(fitThreshold)}` };
  if (fit?.kind === "tie")
    return { title, detail: `${fit.best.name} and ${fit.next.name} fit about equally well` };
  if (threshold === null && turn.rankedBy === "message")
    return { title, detail: `${count}, the model chose none` };
  return { title, detail: count };
}

/** What the bars stand for. */
export function sayScale({ rankedBy, threshold }: TurnExplanation): string {
  const looked = {
    search: "Scores are those of the search that the model made",
    router: "Scores are those that the router was given",
    message: "The message compared with names and descriptions as the catalogue told them",
  };
  if (rankedBy === null) return "";
  const decider =
    threshold === null
      ? "A language model decides by itself: scores say how many words it had to go by."
      : `From ${formatScore(threshold)} on, Rehearsal takes a skill.`;
  return `${looked[rankedBy]}, from 0 to 1. ${decider}`;
}

/** Of descriptions that the budget cut in this turn; null when it cut none. */
export function sayCut({ cut, candidates }: TurnExplanation): string | null {
  if (cut === 0) return null;
  const omitted = candidates.filter(({ state }) => state === "omitted").length;
  const shortened = candidates.filter(({ keptCharacters }) => keptCharacters !== null).length;
  const parts = [
    shortened > 0 ? `${formatCount(shortened, "description")} cut` : "",
    omitted > 0 ? `${formatCount(omitted, "skill")} left out` : "",
  ].filter(Boolean);
  return `The catalogue did not fit its budget: ${parts.join(", ")}. What was cut cannot lead to a skill.`;
}

/** What became of a skill when one thing was changed: by the rules, or, where a model decides, its score alone. */
export function sayOutcome(
  { score, verdict, other }: TriedOutcome,
  { before, threshold }: { before: number | null; threshold: number | null },
): string {
  const figure = formatScore(score);
  if (threshold === null) return `${figure} instead of ${formatScore(before ?? 0)}`;
  switch (verdict) {
    case "taken":
      return `${figure}, activated`;
    case "tie":
      return `${figure}, a tie with ${other}`;
    case "other":
      return `${figure}, ${other} comes first`;
    case "none":
      return `${figure}, still below ${formatScore(threshold)}`;
  }
}

const fieldWords = {
  name: "name",
  description: "description",
  body: "instructions",
  triggers: "examples of messages",
} as const;

/** "78 % description, 22 % name". */
export const sayFields = ({ fields }: Pick<TurnCandidate, "fields">): string =>
  fields
    .map(({ field, share }) => `${formatNumber(Math.round(share * 100))} % ${fieldWords[field]}`)
    .join(", ");
