import { Fragment } from "react";

/** A sentence of the document: what stands between backticks is code. */
export function CodeWords({ text }: { text: string }) {
  const parts = text.split("`");
  // An odd count of backticks is no pair: the sentence stays as it is.
  if (parts.length % 2 === 0) return text;
  return parts.map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
    at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>,
  );
}
