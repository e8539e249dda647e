import type { PayloadOf, SessionEvent } from "./events";
import type { Receipt } from "./ports";

/** How a host answers a call for a text that stands in the prompt already. */
export type RepeatRule =
  /** A note, as long as the text stands there. */
  | "note"
  /** A note if it is the newest text of this skill; what lies behind another one comes again. */
  | "note-of-newest"
  /** The model gets the whole text again. */
  | "again";

type Place = Pick<Receipt, "turn" | "seq">;
/** A text of a skill that came into a conversation: by a receipt here, or as it was seen to go by. */
export type Held = Place & Pick<Receipt, "textSha256" | "arguments">;

/** What a text that is asked for becomes: the first of its skill, a note, or the text once more with the reason why. */
export type Repeat =
  | { kind: "first" }
  | { kind: "already-active"; since: Place }
  | { kind: "again"; reason: PayloadOf<"skill-reactivated">["reason"]; previous: Place };

/**
 * The one decider of repeats. `held` are the branch's texts of this skill in any order, `isInPrompt` says whether
 * one of them is in the prompt as it would be sent now: what was evicted, alone or with its turn, is not.
 */
export function decideRepeat<H extends Held>(
  rule: RepeatRule,
  asked: Pick<Held, "textSha256" | "arguments">,
  { held, isInPrompt }: { held: readonly H[]; isInPrompt: (held: H) => boolean },
): Repeat {
  const newest = newestOf(held);
  if (!newest) return { kind: "first" };
  const same = held.filter(({ textSha256 }) => textSha256 === asked.textSha256);
  const active = same.find(isInPrompt);
  const isNote = rule === "note" || (rule === "note-of-newest" && active?.seq === newest.seq);
  if (active && isNote) return { kind: "already-active", since: placeOf(active) };
  const sameArguments = held.some((receipt) => receipt.arguments === asked.arguments);
  const left = same.length > 0 ? "evicted" : sameArguments ? "changed" : "other-arguments";
  return {
    kind: "again",
    reason: active ? "repeated" : left,
    previous: placeOf(active ?? newestOf(same) ?? newest),
  };
}

/** Whether a text that is in the prompt can come in a second time, and so takes room of its own. */
export const canComeTwice = (rule: RepeatRule): boolean => rule !== "note";

/** How many tokens an event put into a prompt that held them already; older logs have the reason alone. */
export function tokensRepeated(event: SessionEvent): number {
  if (event.type !== "skill-reactivated" || event.payload.reason !== "repeated") return 0;
  return event.payload.tokensRepeated ?? event.payload.tokens;
}

const newestOf = <H extends Held>(held: readonly H[]): H | undefined =>
  held.toSorted((left, right) => right.seq - left.seq)[0];

const placeOf = ({ turn, seq }: Held): Place => ({ turn, seq });
