"use client";

import { classNames } from "@/components/ui/class-names";
import { type DiffPiece, diffByWord } from "@/lib/diff/diff-words";

const looks = {
  same: "",
  added: "rounded-[2px] bg-add-word text-add-ink no-underline",
  removed: "rounded-[2px] bg-del-word text-del-ink",
} as const satisfies Record<DiffPiece["kind"], string>;

const elements = { same: "span", added: "ins", removed: "del" } as const;

/** Two answers as one text: what only the left says is struck through, what only the right says is marked. */
export function AnswerDiff({ left, right }: { left: string; right: string }) {
  if (left === right)
    return <p className="text-ink-3">{left === "" ? "Neither has answered." : "Word for word the same."}</p>;
  let at = 0;
  return (
    <div className="whitespace-pre-wrap text-14 [overflow-wrap:anywhere]">
      {diffByWord(left, right).map(({ kind, text }) => {
        const Piece = elements[kind];
        const key = `${at}-${kind}`;
        at += text.length;
        return (
          <Piece key={key} className={classNames(looks[kind])}>
            {text}
          </Piece>
        );
      })}
    </div>
  );
}
