import { Fragment, type ReactNode } from "react";
import type { HiddenRun } from "@/lib/kernel/hidden-text";
import { describeRun, labelOfRun, markHidden, splitAtHidden } from "@/lib/kernel/mark-hidden";

/** Marks that are drawn one by one; a browser draws some hundreds without a pause. */
const mostMarks = 400;

/**
 * What others wrote, as it is stored: a character that nobody would see stands as a mark. It keeps the character itself
 * for whoever copies, turns nothing around it, and is read out.
 */
export function ShownText({ text }: { text: string }) {
  const pieces = splitAtHidden(text);
  if (pieces.length === 1 && !pieces[0]?.run) return text;
  const drawn = pieces.slice(0, 2 * mostMarks);
  const rest = pieces.slice(2 * mostMarks);
  let at = 0;
  return (
    <>
      {drawn.map((piece) => {
        const key = at;
        at += piece.text.length;
        return piece.run ? (
          <HiddenMark key={key} run={piece.run} />
        ) : (
          <Fragment key={key}>{piece.text}</Fragment>
        );
      })}
      {markHidden(rest.map((piece) => piece.text).join(""))}
    </>
  );
}

/** A slot that may hold words of others: marked where it is text, else as it came. */
export const shown = (node: ReactNode): ReactNode =>
  typeof node === "string" ? <ShownText text={node} /> : node;

/** What a mark is made of, for those that are not drawn by React. */
export const hiddenMarkOf = (run: HiddenRun) => ({
  className: "hidden-mark",
  "data-mark": labelOfRun(run),
  role: "img",
  "aria-label": describeRun(run),
  title: describeRun(run),
});

function HiddenMark({ run }: { run: HiddenRun }) {
  return (
    <span {...hiddenMarkOf(run)}>
      <span>{run.text}</span>
    </span>
  );
}
