import { dayMs } from "@/lib/kernel/durations";
import { formatCount } from "@/lib/kernel/format-count";
import type { NeighbourProof, OwnProof, TriggerProof } from "@/lib/proof/proven/bytes-proof-schema";
import type { ProofPolicy, RuleResult } from "./policy-options";

/** What suites say of the bytes that would be published, as it is at one moment. */
export type ProofFacts = {
  own: OwnProof;
  /** `isClosed`: not open to the asker, who is told how many cases it loses and none of them. */
  neighbours: readonly (NeighbourProof & { isClosed?: boolean })[];
  now: Date;
  /** What the model connection that the policy chose is called and asks now; null where it is gone, or none was chosen. */
  model: { name: string; address: string } | null;
  /** The newest version that is not these bytes; null where nothing else is published. */
  published: number | null;
};

export const notLooked = "It was not looked at here: open the review.";

type Answered = Pick<TriggerProof, "model" | "at" | "answers">;

/** By what was asked, not by the connection's id: it may be pointed elsewhere, and another one may ask the same model. */
const isAsked = ({ model: chosen }: ProofPolicy, { model: now }: ProofFacts, { model }: Answered): boolean =>
  model.kind === "live" && (chosen === null || (now !== null && model.address === now.address));

const isFresh = ({ maxAgeDays }: ProofPolicy, { now }: ProofFacts, { at }: Answered): boolean =>
  maxAgeDays === null || now.getTime() - Date.parse(at) <= maxAgeDays * dayMs;

export const countedOf = <One extends Answered>(
  policy: ProofPolicy,
  facts: ProofFacts,
  all: readonly One[],
): One[] => all.filter((one) => isAsked(policy, facts, one) && isFresh(policy, facts, one));

export const withModel = ({ model }: ProofPolicy, { model: now }: ProofFacts): string =>
  model === null ? "a live model" : (now?.name ?? "the model that the policy names, which is gone");

/** Why nothing that was measured counts. */
export function whyNone(policy: ProofPolicy, facts: ProofFacts, all: readonly Answered[]): string {
  const asked = all.filter((one) => isAsked(policy, facts, one));
  if (asked.length > 0) return sayTooOld(policy, facts, asked);
  const before = all.find(({ model }) => model.kind === "live" && model.id === policy.model);
  const other = before
    ? `Its connection asked another model then${before.model.asks === null ? "" : `: ${before.model.asks}`}.`
    : all.some(({ model }) => model.kind === "live")
      ? "It was run with other models than the policy asks for."
      : all.length > 0
        ? "Only scripted models answered, and these never count."
        : "";
  return [`Not run on these bytes with ${withModel(policy, facts)}.`, other].filter(Boolean).join(" ");
}

/** Why what the right model answered is too old to count, and what mends it; empty where something is not. */
export function sayTooOld(policy: ProofPolicy, facts: ProofFacts, all: readonly Answered[]): string {
  const asked = all.filter((one) => isAsked(policy, facts, one));
  const [newest] = asked.toSorted((left, right) => Date.parse(right.at) - Date.parse(left.at));
  if (policy.maxAgeDays === null || !newest || asked.some((one) => isFresh(policy, facts, one))) return "";
  const { kept, of } = newest.answers;
  const why = kept === 0 ? "" : `, as ${kept} of ${of} answers were kept from earlier runs`;
  return `The oldest answer is of ${newest.at.slice(0, 10)}${why}; answers count up to an age of ${formatCount(policy.maxAgeDays, "day")}. Run it with “Ask everything anew”.`;
}

/** What has begun on these bytes and says nothing. `but`: runs of which something is said already. */
export const unfinished = (
  { own }: ProofFacts,
  suite: "trigger" | "effect",
  but: readonly number[] = [],
): string =>
  own.others
    .filter((one) => one.suite === suite && !but.includes(one.number))
    .slice(0, 3)
    .map(({ number, state }) =>
      state === "queued" || state === "running"
        ? `Run ${number} goes on.`
        : `Run ${number} was ${state === "failed" ? "broken off" : "stopped"}.`,
    )
    .join(" ");

export type Verdict = Pick<RuleResult, "met" | "count" | "message">;
export const unmet = (count: string, ...words: string[]): Verdict => ({
  met: false,
  count,
  message: words.filter(Boolean).join(" "),
});
export const met = (count: string, message = ""): Verdict => ({ met: true, count, message });

/** What is not read cannot have passed. */
export const tooMany = (unread: number): Verdict =>
  unmet(
    "too many runs",
    `These bytes were run too often: ${formatCount(unread, "older run")} would have to be read as well. Change the skill and run it anew.`,
  );

/** What did not come to its end is said, also where it changes nothing: that which counts, then the rest. */
export function sayBrokenOff(
  facts: ProofFacts,
  suite: "trigger" | "effect",
  counted: readonly number[],
): string {
  const words =
    counted.length === 0
      ? ""
      : counted.length === 1
        ? `Run ${counted[0]}, which was broken off, is counted with what it had measured.`
        : `Runs ${counted.join(", ")}, which were broken off, are counted with what they had measured.`;
  return [words, unfinished(facts, suite, counted)].filter(Boolean).join(" ");
}
