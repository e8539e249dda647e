import { formatCount } from "@/components/ui/format";
import { proofRules } from "@/lib/reviews/policy-options";
import type { Publication, Review, ReviewVerdict } from "@/lib/reviews/review-schema";

/** Says "a, b and c". */
export function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** Says how many of the rehearsals of these bytes somebody opened: "opened both rehearsals". */
export function openedWords(opened: number, total: number): string {
  if (total === 0) return "nobody has rehearsed this digest";
  if (opened === 0) return "opened no rehearsal of this digest";
  if (opened < total) return `opened ${opened} of ${total} rehearsals`;
  if (total === 1) return "opened the rehearsal";
  return total === 2 ? "opened both rehearsals" : `opened all ${total} rehearsals`;
}

/** Says the same about the reader, as a sentence. */
export function youOpenedWords(opened: number, total: number): string {
  if (total === 0) return "Nobody has rehearsed this digest yet";
  if (opened === 0) return "You have not opened a rehearsal of this digest";
  return `You ${openedWords(opened, total)}`;
}

/** "Was for 4be7d02; SKILL.md and 1 file changed since" without its digest, which is set apart on screen. */
export function changedWords(changed: readonly string[] | null): string {
  if (changed === null || changed.length === 0) return "the draft changed since";
  const first = changed.includes("SKILL.md") ? "SKILL.md" : (changed[0] ?? "");
  const others = changed.length - 1;
  return `${others === 0 ? first : `${first} and ${formatCount(others, "file")}`} changed since`;
}

/** What the next version will be called. */
export const nextVersion = ({ newestVersion }: Pick<Publication, "newestVersion">) =>
  (newestVersion ?? 0) + 1;

export const unmetRules = ({ rules }: Publication) => rules.filter(({ met }) => !met);

/** Why it cannot be published yet, in sentences, one a rule; none when the policy is met. */
export const waitingReasons = (publication: Publication): string[] =>
  unmetRules(publication).map(({ message, title }) => sentence(message || title));

/** The same as one text; null when the policy is met. */
export function waitingWords(publication: Publication): string | null {
  const reasons = waitingReasons(publication);
  return reasons.length === 0 ? null : reasons.join(" ");
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

export const metWords = ({ rules }: Pick<Publication, "rules">) =>
  `${rules.filter(({ met }) => met).length} of ${rules.length} met`;

/** The verdict of each person that stands, the newest first. */
export function standingVerdicts(verdicts: readonly ReviewVerdict[]): ReviewVerdict[] {
  const seen = new Set<string>();
  return verdicts.filter(({ by }) => !seen.has(by.id) && seen.add(by.id));
}

/** Counts the rehearsals of exactly these bytes, and how many of them somebody opened. */
export function rehearsalsOpened({ rehearsals }: Pick<Review, "rehearsals">, personId: string) {
  const current = rehearsals.filter(({ stale }) => !stale);
  const opened = current.filter(({ openedBy }) => openedBy.some(({ id }) => id === personId));
  return { opened: opened.length, total: current.length };
}

/** "Written by Ada and Rex since v6"; null while nobody has written anything since. */
export function writtenWords(
  authors: readonly { id: string; name: string }[],
  since: number | null,
  viewerId?: string,
): string | null {
  if (authors.length === 0) return null;
  const names = authors.map(({ id, name }) => (id === viewerId ? "you" : name));
  return `Written by ${listWords(names)}${since === null ? "" : ` since v${since}`}`;
}

/** Why an approval does not count, with its name: "Approved by Rex, who wrote part of these bytes." */
export function uncountedWords(
  { by, why }: Publication["approvals"][number],
  authors: readonly { id: string }[],
): string {
  const wrote = authors.some(({ id }) => id === by.id);
  return wrote
    ? `Approved by ${by.name}, who wrote part of these bytes.`
    : `Approved by ${by.name}. ${why ?? ""}`.trim();
}

/** Says "v6" or "nothing published". */
export const versionWords = (number: number | null) => (number === null ? "nothing published" : `v${number}`);

/** The two sides of a review's comparison, as an address names them. */
export function diffSides({
  baseVersion,
  publishedVersion,
}: Pick<Review, "baseVersion" | "publishedVersion">) {
  return {
    from: baseVersion === null ? "none" : String(baseVersion),
    to: publishedVersion === null ? "draft" : String(publishedVersion),
  };
}

/** Whether suites decide a rule. */
export const isOfProof = ({ rule }: Publication["rules"][number]): boolean =>
  proofRules.some((one) => one === rule);

/** "1 unmet": rules that suites decide; undefined where none stands in the way. */
export function unmetProofWords({ rules }: Pick<Publication, "rules">): string | undefined {
  const unmet = rules.filter((rule) => !rule.met && isOfProof(rule)).length;
  return unmet === 0 ? undefined : `${unmet} unmet`;
}

/** Of runs of suites that the proof showed to whoever gives a verdict. */
export const shownRunsWords = (runs: number): string =>
  runs === 0
    ? "You were shown no run of a suite: none is kept with your word."
    : `You were shown ${formatCount(runs, "run")} of suites: kept with your word, with what each says.`;

/** "saw runs 14 and 16" of the skill, and "saw run 3 of status-update"; empty without any. */
export function sawWords(runs: ReviewVerdict["runs"]): string {
  const groups = Map.groupBy(runs, ({ suite, skill }) => (suite === "neighbour" ? skill : ""));
  return [...groups]
    .map(([neighbour, own]) => {
      const numbers = own.map(({ number }) => String(number)).toReversed();
      return `saw ${numbers.length === 1 ? "run" : "runs"} ${listWords(numbers)}${neighbour === "" ? "" : ` of ${neighbour}`}`;
    })
    .join(", ");
}
