import { classNames } from "@/components/ui/class-names";

/** How one trial of a case ended; null while it has not. */
export type TrialMark = "right" | "wrong" | "invalid" | null;

/** More are told in figures alone. */
const mostPips = 6;
const stepPx = 12;

type TrialPipsProps = {
  marks: readonly TrialMark[];
  /** The case as a whole is not right here. */
  isWrong: boolean;
};

/** The trials of a case in one host: filled is right, hollow is not, x is invalid and counts for nothing. */
export function TrialPips({ marks, isWrong }: TrialPipsProps) {
  const right = marks.filter((mark) => mark === "right").length;
  const counted = right + marks.filter((mark) => mark === "wrong").length;
  const invalid = marks.filter((mark) => mark === "invalid").length;
  const waiting = marks.length - counted - invalid;
  return (
    <span
      className={classNames(
        "inline-flex items-center justify-end gap-2 align-middle",
        isWrong ? "text-warn" : "text-ink-2",
      )}
    >
      {marks.length > mostPips ? null : (
        <svg
          aria-hidden="true"
          width={marks.length * stepPx - 2}
          height="10"
          className="flex-none narrow:hidden"
        >
          {marks.map((mark, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a trial is its place
            <Pip key={at} x={at * stepPx + 5} mark={mark} />
          ))}
        </svg>
      )}
      <span className="tabular-nums">
        {counted === 0 ? "–" : `${right}/${counted}`}
        <span className="sr-only">
          {counted === 0 ? "no trial counts" : " right"}
          {invalid > 0 ? `, ${invalid} invalid` : ""}
          {waiting > 0 ? `, ${waiting} not done` : ""}
        </span>
      </span>
    </span>
  );
}

function Pip({ x, mark }: { x: number; mark: TrialMark }) {
  if (mark === "right") return <circle cx={x} cy="5" r="4" className="fill-ink-2" />;
  if (mark === "wrong")
    return <circle cx={x} cy="5" r="3.4" strokeWidth="1.25" className="fill-none stroke-current" />;
  if (mark === "invalid")
    return (
      <path d={`M${x - 3} 2l6 6M${x + 3} 2l-6 6`} strokeWidth="1.25" className="fill-none stroke-ink-3" />
    );
  return <circle cx={x} cy="5" r="1.25" className="fill-ink-3" />;
}
