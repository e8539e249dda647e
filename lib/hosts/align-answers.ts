import type { Seen, SeenPart } from "./see-requests";
import type { RawCall } from "./with-folder";

/** The answers by the calls of a script: none for a call that the host did not make. */
export function alignAnswers(
  { answers, answered }: Pick<Seen, "answers" | "answered">,
  calls: readonly RawCall[],
): SeenPart[][] {
  let at = 0;
  return calls.map(({ tool, input }) => {
    const made = answered[at];
    if (made?.tool !== tool || JSON.stringify(made.input) !== JSON.stringify(input)) return [];
    at += 1;
    return answers[at - 1] ?? [];
  });
}
