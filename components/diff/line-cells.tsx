import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import type { DiffLine } from "@/lib/library/diffs/diff-schema";
import { useDiffSettings } from "./diff-context";
import type { LineSpot, useLineSelection } from "./use-line-selection";
import { LineText } from "./word-pieces";

export type LineSelection = ReturnType<typeof useLineSelection>;
export type LineKind = "same" | "removed" | "added";

const looks = {
  same: { text: "", number: "", mark: "", word: null },
  removed: { text: "bg-del-bg", number: "bg-del-bg", mark: "−", word: "Removed: " },
  added: { text: "bg-add-bg", number: "bg-add-bg", mark: "+", word: "Added: " },
} as const;
const markInk = { same: "", removed: "text-del-ink", added: "text-add-ink" } as const;

type NumberCellProps = {
  side: LineSpot["side"];
  /** The newer side stands beside the older one. */
  divided?: boolean;
  line: DiffLine | null;
  kind: LineKind;
  selection: LineSelection;
};

/** The number of a line; where lines can be answered it is the button for that. */
export function NumberCell({ side, line, kind, selection, divided = false }: NumberCellProps) {
  const { onLineAction, lineActionLabel = "Comment on" } = useDiffSettings();
  const look = classNames(
    "select-none p-0 text-right align-top font-mono text-12 leading-5 text-ink-3",
    divided && "border-line border-l",
  );
  if (!line) return <td className={classNames(look, "bg-sunken")} />;
  const spot = { side, line: line.line };
  const chosen = selection.isChosen(spot);
  const isSpot = selection.spot?.side === side && selection.spot.line === line.line;
  return (
    <td className={classNames(look, looks[kind].number, chosen && "bg-accent-soft")}>
      {onLineAction ? (
        <button
          type="button"
          data-line={line.line}
          data-side={side}
          tabIndex={isSpot ? 0 : -1}
          onFocus={() => selection.setSpot(spot)}
          onClick={(event) => selection.onPress(spot, event)}
          aria-label={`${lineActionLabel} line ${line.line}, ${side === "old" ? "before" : "after"}`}
          className="group/number relative block min-h-5 w-full pr-2 text-right -outline-offset-2 hover:text-ink"
        >
          {line.line}
          <span className="absolute top-0.5 left-1 hidden rounded-1 bg-accent text-accent-on group-hover/number:block group-focus-visible/number:block">
            <Icon of={Plus} size={13} />
          </span>
        </button>
      ) : (
        <span className="block pr-2">{line.line}</span>
      )}
    </td>
  );
}

type TextCellProps = { side: LineSpot["side"]; line: DiffLine | null; kind: LineKind; end?: ReactNode };

/** The text of a line with its mark; told in words, too. */
export function TextCell({ side, line, kind }: TextCellProps) {
  if (!line) return <td className="bg-sunken" />;
  const { text, mark, word } = looks[kind];
  return (
    <td
      className={classNames(
        "relative py-0 pr-3 pl-6 align-top font-mono text-12 leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]",
        text,
      )}
    >
      {word ? (
        <>
          <span aria-hidden="true" className={classNames("absolute left-2 select-none", markInk[kind])}>
            {mark}
          </span>
          <span className="sr-only">{word}</span>
        </>
      ) : null}
      <LineText line={line} side={side} />
    </td>
  );
}
