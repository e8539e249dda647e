import { z } from "zod";
import { isStorableJson } from "@/lib/kernel/is-storable-json";
import { longestPattern } from "@/lib/kernel/linear-pattern";
import { storableText } from "@/lib/kernel/storable-text";

const named = (what: string, most = 500) => storableText.min(1, `Name ${what}.`).max(most);
const longestJson = 20_000;
const json = z
  .unknown()
  .refine(isStorableJson, "Take out NUL characters, broken characters and endless levels.")
  .refine(
    (value) => (JSON.stringify(value) ?? "").length <= longestJson,
    `At most ${longestJson} characters of JSON.`,
  );

/** What decides whether a run did what a task asks for: all but `judge` without a model. */
export const graderSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.enum(["contains", "not-contains"]),
    text: storableText.max(20_000),
    ignoreCase: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.enum(["regex", "not-regex"]),
    /** In the syntax of RE2; flags are of `ims`. */
    pattern: storableText.max(longestPattern),
    flags: storableText.max(10).optional(),
  }),
  /** The answer as JSON, alone or in one fence. */
  z.strictObject({ kind: z.literal("json-schema"), schema: json }),
  z.strictObject({ kind: z.literal("file-exists"), path: named("a file") }),
  z.strictObject({ kind: z.literal("file-equals"), path: named("a file"), text: storableText.max(20_000) }),
  z.strictObject({
    kind: z.literal("tool-called"),
    tool: named("a tool"),
    /** As `inputContains` of a rehearsal's expectations. */
    with: json.optional(),
  }),
  z.strictObject({ kind: z.literal("tool-not-called"), tool: named("a tool") }),
  z.strictObject({ kind: z.enum(["activated", "not-activated"]), skill: named("a skill") }),
  z.strictObject({ kind: z.literal("read"), skill: named("a skill"), path: named("a file") }),
  z.strictObject({ kind: z.literal("tokens-at-most"), tokens: z.number().int().min(1) }),
  /** A sentence that a judge model compares arms by. No session alone decides it. */
  z.strictObject({ kind: z.literal("judge"), criterion: named("what a good answer is like", 4_000) }),
]);
export type Grader = z.infer<typeof graderSchema>;

export const graderKinds = [
  "contains",
  "not-contains",
  "regex",
  "not-regex",
  "json-schema",
  "file-exists",
  "file-equals",
  "tool-called",
  "tool-not-called",
  "activated",
  "not-activated",
  "read",
  "tokens-at-most",
  "judge",
] as const satisfies readonly Grader["kind"][];
