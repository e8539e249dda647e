import { z } from "zod";
import { jsonOrNull } from "@/lib/kernel/read-json";

/** Of one answer; what comes behind is not read. */
export const longestAnswer = 40_000;

const answerSchema = z.object({ descriptions: z.array(z.string()).max(50) });
const plainSchema = z.array(z.string()).max(50);

/** The texts in an answer, `most` at most; none where it has no such JSON in it. Whatever a model says is only ever text. */
export function readDescriptions(answer: string, most: number): string[] {
  for (const [open, close] of [
    ["{", "}"],
    ["[", "]"],
  ] as const) {
    const from = answer.indexOf(open);
    const to = answer.lastIndexOf(close);
    if (from < 0 || to < from) continue;
    const parsed = jsonOrNull(answer.slice(from, to + 1));
    const read = answerSchema.safeParse(parsed).data?.descriptions ?? plainSchema.safeParse(parsed).data;
    if (read) return read.slice(0, most);
  }
  return [];
}
