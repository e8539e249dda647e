import { z } from "zod";
import { recognisedSchema, skillRefSchema } from "@/lib/runtime/event-parts";

const kinds = [
  "catalogue",
  "asked",
  "said",
  "called",
  "activated",
  "already",
  "read",
  "refused",
  "tool",
] as const;

/** What happened, without a word of anybody's: names, sizes and digests. */
export const readFactSchema = z.object({
  kind: z.enum(kinds),
  /** Of the tool that was called. */
  tool: z.string().optional(),
  callId: z.string().optional(),
  name: z.string().optional(),
  path: z.string().nullable().optional(),
  by: z.enum(["tool", "command", "person"]).optional(),
  isPart: z.boolean().optional(),
  isUnknown: z.boolean().optional(),
  /** Of what came into the conversation by it. */
  tokens: z.number().int(),
  /** Of the call's own result, where the text stands behind it. */
  resultTokens: z.number().int().optional(),
  bytes: z.number().int(),
  sha256: z.string(),
  /** Tells whether two were asked for with the same; empty for none. */
  argumentsSha256: z.string().optional(),
  skill: skillRefSchema.nullable().optional(),
  recognised: recognisedSchema.optional(),
  found: z
    .object({
      place: z.string(),
      ours: z.array(z.string()),
      others: z.array(z.string()),
      shortened: z.array(z.object({ skillId: z.uuid(), name: z.string(), keptCharacters: z.number().int() })),
    })
    .optional(),
});
export type ReadFact = z.infer<typeof readFactSchema>;

/** What was read of one exchange; kept beside it. */
export const readingSchema = z.discriminatedUnion("understood", [
  z.object({ understood: z.literal(false), message: z.string() }),
  z.object({
    understood: z.literal(true),
    host: z.string().nullable(),
    version: z.string().nullable(),
    /** Messages of the request, and a digest over them: the next one goes on from here when it begins with the same. */
    messages: z.number().int(),
    chain: z.string(),
    /** The first message that the exchange before did not have. */
    from: z.number().int(),
    /** Messages of the exchange before, whose history this one no longer has. */
    rewrittenFrom: z.number().int().nullable(),
    /** Of the request, then of the answer. */
    facts: z.array(readFactSchema),
    answerFacts: z.array(readFactSchema),
    /** Whether the answer was read to its end: then it is not read again in the next request. */
    isAnswered: z.boolean(),
    finishReason: z.string(),
  }),
]);
export type Reading = z.infer<typeof readingSchema>;
export type UnderstoodReading = Extract<Reading, { understood: true }>;

export const notUnderstood: Reading = {
  understood: false,
  message: "This request is none that is known here: it was passed through.",
};

export const tooMuchToRead: Reading = {
  understood: false,
  message: "There is too much in this request to be read: it was passed through.",
};

export const couldNotBeRead = {
  understood: false,
  message: "What happened to skills in it could not be read.",
} as const satisfies Reading;

const beingReadSchema = z.object({ beingReadUntil: z.iso.datetime() });

/** Stands where the reading will stand. Whoever reads may be stopped, so that nobody waits for it longer than this. */
export const beingRead = (until: Date): z.infer<typeof beingReadSchema> => ({
  beingReadUntil: until.toISOString(),
});

/** Until when the reading in this place is waited for, in milliseconds since 1970; null where nobody is reading. */
export function waitsUntilMs(stored: unknown): number | null {
  const found = beingReadSchema.safeParse(stored).data;
  return found ? Date.parse(found.beingReadUntil) : null;
}

/** Whether nothing has been read: nobody has, it is still being read, or it could not be. */
export const isUnread = (stored: unknown): boolean =>
  stored === null || waitsUntilMs(stored) !== null || isCouldNot(parseReading(stored));

const isCouldNot = (reading: Reading | null): boolean =>
  reading?.understood === false && reading.message === couldNotBeRead.message;

/** A reading as it was stored; null for one that this release does not know. */
export const parseReading = (stored: unknown): Reading | null => readingSchema.safeParse(stored).data ?? null;
