import type { Words } from "./event-line";

/** A sentence with what a machine reads in mono. */
export function WordList({ words }: { words: readonly Words[] }) {
  return words.map(({ text, mono }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence have no identity but their place
    mono ? <code key={at}>{text}</code> : <span key={at}>{text}</span>,
  );
}
