import { Fragment } from "react";
import { ShownText } from "./shown-text";

/** A sentence in which what stands between backticks is code. */
export function CodeWords({ text }: { text: string }) {
  const parts = text.split("`");
  // An odd count of backticks is no pair: the sentence stays as it is.
  if (parts.length % 2 === 0) return <ShownText text={text} />;
  return parts.map((part, at) => {
    const Part = at % 2 === 1 ? "code" : Fragment;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
      <Part key={at}>
        <ShownText text={part} />
      </Part>
    );
  });
}
