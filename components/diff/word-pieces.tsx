import { classNames } from "@/components/ui/class-names";
import { formatNumber } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import type { DiffLine, PackageDiffFacts } from "@/lib/library/diffs/diff-schema";

type Piece = PackageDiffFacts["frontmatter"][number]["pieces"][number];

const marks = {
  old: { Mark: "del", look: "rounded-[2px] bg-del-word text-ink no-underline" },
  new: { Mark: "ins", look: "rounded-[2px] bg-add-word text-ink no-underline" },
} as const;

/** One side of a text, with what only that side has marked. */
export function SidePieces({ pieces, side }: { pieces: readonly Piece[]; side: "old" | "new" }) {
  const without = side === "old" ? "added" : "removed";
  const shown = pieces.filter(({ kind }) => kind !== without);
  return <Marked pieces={shown.map(({ kind, text }) => ({ text, changed: kind !== "same" }))} side={side} />;
}

/** The text of a line, its words marked where it has a counterpart. */
export function LineText({ line, side }: { line: DiffLine; side: "old" | "new" }) {
  return (
    <>
      {line.pieces ? <Marked pieces={line.pieces} side={side} /> : <ShownText text={line.text} />}
      {line.cut ? <span className="text-ink-3"> … {formatNumber(line.cut)} more characters</span> : null}
      {line.ending ? <EndingMark ending={line.ending} /> : null}
    </>
  );
}

function Marked({
  pieces,
  side,
}: {
  pieces: readonly { text: string; changed: boolean }[];
  side: "old" | "new";
}) {
  const { Mark, look } = marks[side];
  let at = 0;
  return pieces.map(({ text, changed }) => {
    const key = `${at}-${changed}`;
    at += text.length;
    return changed ? (
      <Mark key={key} className={look}>
        <ShownText text={text} />
      </Mark>
    ) : (
      <span key={key}>
        <ShownText text={text} />
      </span>
    );
  });
}

const endings = { crlf: "CRLF", cr: "CR", none: "no line end" } as const;

function EndingMark({ ending }: { ending: keyof typeof endings }) {
  return (
    <span
      className={classNames(
        "ml-2 select-none rounded-1 border border-line-strong px-1 align-middle font-sans text-11 text-ink-3",
      )}
    >
      {endings[ending]}
    </span>
  );
}
