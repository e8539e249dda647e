import type { Signature } from "@/lib/git/objects";
import { greenroomSigner, signerEmail } from "@/lib/git/signers";
import { onOneLine } from "@/lib/kernel/on-one-line";
import type { Person } from "@/lib/people/find-people";
import type { PlannedChange } from "./plan-changes";

const secondsOf = (at: string): number => Math.floor(Date.parse(at) / 1000);

export type Telling = {
  /** What all is called. */
  title: string;
  /** Of the first commit of a history; null for the others. */
  salt: string | null;
};

/** What a commit says; its last lines are trailers, whatever the note of a publication says. */
export function commitMessage(change: PlannedChange, { title, salt }: Telling): string {
  const own = salt === null ? [] : [`Greenroom-History: ${salt}`];
  if (change.kind === "title") return paragraphed([`Begin ${onOneLine(title)}`, ...own]);
  if (change.kind === "leaves") return paragraphed([`Take ${onOneLine(change.before.name)} out`, ...own]);
  const { arriving, before } = change;
  const { number, digest, note, approvedBy } = arriving.version;
  const isBack = before !== null && number < before.number;
  const subject = isBack
    ? `Take ${onOneLine(arriving.name)} back to version ${number}`
    : `Publish ${onOneLine(arriving.name)}, version ${number}`;
  const trailers = [
    `Greenroom-Version: ${number}`,
    `Greenroom-Digest: ${digest}`,
    ...approvedBy.map((person) => `Approved-by: ${signed(person)}`),
    ...own,
  ];
  return paragraphed([subject, ...(note.trim() === "" ? [] : [note.trim()]), trailers.join("\n")]);
}

const paragraphed = (paragraphs: readonly string[]): string => `${paragraphs.join("\n\n")}\n`;

const signed = ({ id, name }: Person): string =>
  `${onOneLine(name).replace(/[<>]/g, "")} <${signerEmail(id)}>`;

/**
 * Who published and when; of what leaves or begins nobody in particular. The committer is the same at a time that is
 * never before that of the commit below.
 */
export function signatures(
  change: PlannedChange,
  { begun, since }: { begun: string; since: number | null },
): { author: Signature; committer: Signature } {
  const person = change.kind === "arrives" ? change.arriving.version.publishedBy : null;
  const at = change.kind === "title" ? null : change.at;
  const told = secondsOf(at ?? begun);
  const seconds = since === null ? told : Math.max(since, told);
  const who = person ? { name: person.name, email: signerEmail(person.id) } : greenroomSigner;
  return {
    author: {
      ...who,
      seconds: change.kind === "arrives" ? secondsOf(change.arriving.version.publishedAt) : seconds,
    },
    committer: { ...greenroomSigner, seconds },
  };
}
