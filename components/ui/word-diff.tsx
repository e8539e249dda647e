import { classNames } from "./class-names";
import { ShownText } from "./shown-text";

type Piece = { kind: "same" | "added" | "removed"; text: string };

const looks = {
  same: "",
  added: "rounded-[2px] bg-add-word text-add-ink no-underline",
  removed: "rounded-[2px] bg-del-word text-del-ink",
} as const satisfies Record<Piece["kind"], string>;

const elements = { same: "span", added: "ins", removed: "del" } as const;

/** Two texts as one: what only the first says is struck through, what only the second says is marked. */
export function WordDiff({ pieces, className }: { pieces: readonly Piece[]; className?: string }) {
  let at = 0;
  return (
    <div className={classNames("whitespace-pre-wrap [overflow-wrap:anywhere] [&>del+ins]:ml-0.5", className)}>
      {pieces.map(({ kind, text }) => {
        const Element = elements[kind];
        const key = `${at}-${kind}`;
        at += text.length;
        return (
          <Element key={key} className={looks[kind]}>
            <ShownText text={text} />
          </Element>
        );
      })}
    </div>
  );
}
