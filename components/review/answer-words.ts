import { formatCount } from "@/components/ui/format";
import type { AnswerAges } from "@/lib/proof/proven/bytes-proof-schema";

const dateOf = (at: string): string => at.slice(0, 10);

/** "answers of 2026-09-28 to 2026-11-27, 12 of 24 kept": how old what counts is. */
export function agesWords({ oldest, newest, kept, of }: AnswerAges): string {
  if (of === 0) return "no answers";
  const [from, to] = [dateOf(oldest), dateOf(newest)];
  const when = from === to ? from : `${from} to ${to}`;
  return `${of === 1 ? "answer" : "answers"} of ${when}${kept === 0 ? "" : `, ${kept} of ${of} kept`}`;
}

/** "run 3", "runs 5, 3". */
export const runsWords = (runs: readonly number[]): string =>
  runs.length === 0
    ? "nothing"
    : runs.length === 1
      ? `run ${runs[0]}`
      : `${formatCount(runs.length, "run")} (${runs.join(", ")})`;
