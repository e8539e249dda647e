import { formatCount } from "./format";

/** From this many rows on, walking through them with Tab is a long way. */
const longFrom = 8;

type SkipPastProps = {
  /** How many rows there are. */
  count: number;
  /** What they are: "assigned skill". */
  noun: string;
  /** The id of what comes after them. */
  to: string;
};

/** Before a long list whose rows hold several controls each: leads past it. Seen while it has the focus. */
export function SkipPast({ count, noun, to }: SkipPastProps) {
  if (count < longFrom) return null;
  return (
    <a
      href={`#${to}`}
      className="sr-only rounded-2 px-2 text-ink underline underline-offset-3 focus:not-sr-only focus:px-2"
    >
      Skip {formatCount(count, noun)}
    </a>
  );
}
