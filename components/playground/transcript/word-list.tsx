import { ShownText } from "@/components/ui/shown-text";
import type { Words } from "../event-line";

/** A sentence with what a machine reads in mono. */
export function WordList({ words }: { words: readonly Words[] }) {
  return words.map(({ text, mono }, at) => {
    const Tag = mono ? "code" : "span";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence have no identity but their place
      <Tag key={at}>
        <ShownText text={text} />
      </Tag>
    );
  });
}
