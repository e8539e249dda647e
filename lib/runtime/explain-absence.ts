import type { EventOf, UnavailableSkill } from "./events";
import type { Place, TurnFacts } from "./turn-facts";

export const unavailableReasons = {
  disabled: "It is switched off for this agent.",
  "not-chosen": "The agent’s rule keeps it out.",
  archived: "It is archived.",
  "not-published": "Nothing of it is published, and this agent follows published versions.",
  "label-missing": "No version has the label that this agent follows.",
  withdrawn: "The version that this agent follows was withdrawn.",
  unreadable: "Its SKILL.md cannot be read.",
  "hidden-text": "Its description has characters that nobody sees.",
  "left-out": "It is left out of this conversation.",
  "host-refuses": "This host does not load it.",
} as const satisfies Record<UnavailableSkill["reason"], string>;

/** Why a skill that the agent has was not offered, in a sentence. */
export const sayUnavailable = ({ detail, reason }: Pick<UnavailableSkill, "detail" | "reason">): string =>
  detail ?? unavailableReasons[reason];

/** How one skill fared in a turn. Every skill of a turn is in exactly one of these states. */
export const candidateStates = [
  "activated",
  "already-active",
  /** Eager: its instructions were in the prompt from the start. */
  "in-prompt",
  /** Activated in an earlier turn, and in the prompt still. */
  "held",
  "refused",
  /** The model was told all of it, and did not choose it. */
  "offered",
  /** The model was told a part of its description, and did not choose it. */
  "cut",
  /** The budget left it out of the catalogue. */
  "omitted",
  "not-routed",
  /** Search mode: nothing was told of it, as it was not among what the search showed. */
  "not-shown",
  /** Its author keeps it from the model. */
  "hidden",
  /** It was off, archived, not published, or left out of the conversation. */
  "not-offered",
] as const;
export type CandidateState = (typeof candidateStates)[number];

export type Absence = { state: CandidateState /** Says it in a sentence or two. */; reason: string };

/** What became of one skill in a turn, and why in words: an activation, availability, mode, budget, rank, the sibling that won. */
export function explainAbsence(facts: TurnFacts, skillId: string): Absence {
  return present(facts, skillId) ?? untold(facts, skillId) ?? unchosen(facts, skillId);
}

/** It is in the prompt, by whatever way. */
function present({ activations, catalogue, held, run }: TurnFacts, skillId: string): Absence | null {
  const event = activations.find(({ payload }) => payload.skill.skillId === skillId);
  if (event?.type === "skill-already-active") {
    const { turn } = event.payload.since;
    return {
      state: "already-active",
      reason: `Active since turn ${turn}: its instructions were in the prompt, so they were not sent again.`,
    };
  }
  if (event) return { state: "activated", reason: activatedBy(event, run?.payload.startedBy.name) };
  if (catalogue?.payload.eager?.some(({ skill }) => skill.skillId === skillId))
    return { state: "in-prompt", reason: "Its instructions were in the prompt from the start." };
  const turn = held.get(skillId);
  if (turn === undefined) return null;
  return {
    state: "held",
    reason: `Nobody asked for it in this turn; its instructions are in the prompt since turn ${turn}.`,
  };
}

const activatedBy = (
  { payload: { askedBy } }: EventOf<"skill-activated"> | EventOf<"skill-reactivated">,
  person = "A person",
): string => (askedBy === "model" ? "The model activated it." : `${person} asked for it by its name.`);

/** The model could not know of it. */
function untold(facts: TurnFacts, skillId: string): Absence | null {
  const { run, offered, unavailable, routed, catalogue } = facts;
  if (!run) return { state: "not-offered", reason: "There is no run here." };
  const absent = unavailable.get(skillId);
  if (absent) return { state: "not-offered", reason: sayUnavailable(absent) };
  const own = offered.get(skillId);
  if (!own) return { state: "not-offered", reason: "It is not assigned to this agent." };
  if (own.modelInvocable === false)
    return {
      state: "hidden",
      reason: "Its author keeps it from the model: only a person may activate it, by its name.",
    };
  if (routed && !routed.payload.chosen.includes(own.name)) {
    const { chosen, reasoning } = routed.payload;
    const instead = chosen.length === 0 ? "chose none" : `chose ${chosen.join(", ")}`;
    const said = reasoning === "" ? "" : ` It said: ${reasoning}`;
    return { state: "not-routed", reason: `The router ${instead}, so the model was not told of it.${said}` };
  }
  const cut = catalogue?.payload.omitted.find((skill) => skill.skillId === skillId);
  if (!cut) return null;
  const reason = `The catalogue left it out, so the model could not know of it. ${cut.reason}`;
  return { state: "omitted", reason };
}

/** The model knew of it, or could have found it, and decided otherwise. */
function unchosen(facts: TurnFacts, skillId: string): Absence {
  const { catalogue, searched, offered, refusals, hasSteps, kept } = facts;
  const refusal = refusals.get(offered.get(skillId)?.name ?? "");
  if (refusal)
    return { state: "refused", reason: `It was asked for and refused: ${refusal.payload.message}` };
  const place = facts.place(skillId);
  const shown = searched?.payload.chosen.includes(offered.get(skillId)?.name ?? "") ?? false;
  const isSearch = catalogue?.payload.mode === "search";
  const unlisted = catalogue?.payload.onRequest === true && !facts.told.has(skillId);
  const state = (isSearch && !shown) || unlisted ? "not-shown" : kept.has(skillId) ? "cut" : "offered";
  if (!catalogue) return { state, reason: "No catalogue was told in this run." };
  if (!hasSteps) return { state, reason: "The model was not asked in this run." };
  return { state, reason: choiceReason(facts, place, kept.get(skillId) ?? null) };
}

function choiceReason(facts: TurnFacts, place: Place, kept: number | null): string {
  const { catalogue, searched, ranking, activations } = facts;
  const winner = activations[0]?.payload.skill.name ?? null;
  const instead =
    winner === null ? "The model activated no skill." : `The model activated ${winner} instead.`;
  const isSearch = catalogue?.payload.mode === "search";
  if (isSearch && !searched) return `${instead} In search mode it must look first, and it did not.`;
  if (catalogue?.payload.onRequest && facts.told.size === 0)
    return `${instead} This host names no skill before it is asked for the list, and the model did not ask.`;
  const found =
    place === null
      ? ranking.length > 0
        ? " It shares no word with what was searched for."
        : ""
      : ` It came ${ordinal(place)} of ${ranking.length} for the ${searched ? "search" : "message"}.`;
  const hidden =
    isSearch && searched && place !== null && place > searched.payload.chosen.length
      ? ` Only the first ${searched.payload.chosen.length} were shown.`
      : "";
  const cut = kept === null ? "" : ` Its description was cut to ${kept} characters to fit the budget.`;
  return `${instead}${found}${hidden}${cut}`;
}

const ordinals = ["first", "second", "third"];
const ordinal = (rank: number): string => ordinals[rank - 1] ?? `number ${rank}`;
