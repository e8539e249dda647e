import type { EventOf } from "@/lib/runtime/events";

type Words = readonly [term: string, value: string];

/** Who answered a call, and for a saved result with cases which of them. */
export function answerFacts({ payload: { answeredBy, savedCase } }: EventOf<"tool-called">): Words[] {
  if (!savedCase) return [["Answered by", answeredBy]];
  const { number, when } = savedCase;
  return [
    ["Answered by", answeredBy],
    ["Case", number === null ? `none: ${when}` : `${number}: ${when}`],
  ];
}
