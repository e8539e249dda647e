import type { ReactNode } from "react";

/** So many keys are worth their colour; a longer text stays plain, and the page light. */
const mostColouredKeys = 200;
const keyPattern = /^(\s*)("(?:[^"\\]|\\.)*")(?=:)/gm;

/** JSON as text with its keys set apart. */
export function JsonText({ text }: { text: string }): ReactNode {
  const keys = text.match(keyPattern);
  if (!keys || keys.length > mostColouredKeys) return text;
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(keyPattern)) {
    const [whole, indent = "", key = ""] = found;
    const start = found.index + indent.length;
    pieces.push(text.slice(at, start));
    pieces.push(
      <span key={start} className="text-sx-key">
        {key}
      </span>,
    );
    at = found.index + whole.length;
  }
  return [...pieces, text.slice(at)];
}
