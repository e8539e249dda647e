import type { ReactNode } from "react";
import { ShownText } from "@/components/ui/shown-text";

/** So many keys are worth their colour; a longer text stays plain, and the page light. */
const mostColouredKeys = 200;
const keyPattern = /^(\s*)("(?:[^"\\]|\\.)*")(?=:)/gm;

/** JSON as text with its keys set apart. */
export function JsonText({ text }: { text: string }): ReactNode {
  const keys = text.match(keyPattern);
  if (!keys || keys.length > mostColouredKeys) return <ShownText text={text} />;
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(keyPattern)) {
    const [whole, indent = "", key = ""] = found;
    const start = found.index + indent.length;
    pieces.push(<ShownText key={`before ${start}`} text={text.slice(at, start)} />);
    pieces.push(
      <span key={start} className="text-sx-key">
        <ShownText text={key} />
      </span>,
    );
    at = found.index + whole.length;
  }
  return [...pieces, <ShownText key="rest" text={text.slice(at)} />];
}
