import { z } from "zod";

/** What a case asks for: this skill or a sibling by its name; anything but the suite's skill; no skill at all. */
export const expectedSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("skill"), name: z.string() }),
  z.object({ kind: z.literal("not-this") }),
  z.object({ kind: z.literal("nothing") }),
]);
export type Expected = z.infer<typeof expectedSchema>;

/** A case as it was frozen with its run. */
export const triedCaseSchema = z.object({
  /** Of its query and expectation: the same wherever the case stands. */
  id: z.string(),
  /** Its place in the suite, from 1. */
  number: z.number().int(),
  query: z.string(),
  expected: expectedSchema,
  note: z.string().nullable(),
});
export type TriedCase = z.infer<typeof triedCaseSchema>;
