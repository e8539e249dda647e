import type { EventOf } from "@/lib/runtime/events";

type Words = readonly [term: string, value: string];

/** Who answered a call, which case of a saved result that was, and which files commands showed. */
export function answerFacts({ payload }: EventOf<"tool-called">): Words[] {
  const { answeredBy, savedCase, reads = [] } = payload;
  return [
    ["Answered by", answeredBy],
    ...(savedCase ? [["Case", `${savedCase.number ?? "none"}: ${savedCase.when}`] as const] : []),
    ...(reads.length > 0
      ? [["Files", reads.map(({ skill, path }) => `${skill.name}/${path}`).join(", ")] as const]
      : []),
  ];
}
