import type { MouseEvent } from "react";
import { ShownText } from "@/components/ui/shown-text";
import { placeAt } from "./place-in-text";

type PlainTextProps = {
  text: string;
  /** Somebody clicked into the text: the caret belongs there once there is one. 1-based. */
  onPlace?: (place: { line: number; column: number }) => void;
};

/** The open file's text while Monaco is on its way: same type, same place. */
export function PlainText({ text, onPlace }: PlainTextProps) {
  const click = ({ clientX, clientY }: MouseEvent) => {
    const offset = document.caretPositionFromPoint?.(clientX, clientY)?.offset;
    if (offset !== undefined) onPlace?.(placeAt(text, offset));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard there is nothing here to reach yet
    <pre
      onClick={click}
      className="min-h-0 flex-1 cursor-text overflow-hidden whitespace-pre-wrap pt-2 pr-4 pl-[62px] text-13 leading-5 [overflow-wrap:anywhere]"
    >
      <ShownText text={text} />
    </pre>
  );
}
