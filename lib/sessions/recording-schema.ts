import { z } from "zod";
import { storableText } from "@/lib/kernel/storable-text";
import { eventSchema } from "@/lib/runtime/events";

/** Of the file's shape; a later release reads the earlier ones. */
export const recordingVersion = 1;

/** Ample for a long run with its exchanges; what a body of POST recordings may weigh. */
export const mostRecordingBytes = 16 * 1024 * 1024;
const mostEvents = 20_000;

const name = storableText.max(200);
const headers = z.record(z.string().max(200), storableText.max(20_000));

const recordedExchangeSchema = z.object({
  runId: z.uuid(),
  step: z.number().int().min(0).max(1_000),
  request: z.object({
    url: storableText.max(4_000),
    method: storableText.max(20),
    headers,
    body: z.unknown(),
  }),
  parts: z.array(z.object({ afterMs: z.number().min(0), part: z.unknown() })).max(200_000),
  response: z.object({
    status: z.number().int().nullable(),
    headers,
    body: z.unknown().optional(),
  }),
});

/** One run with all that came before it in its line, as one file. Secrets were taken out before it was stored. */
export const recordingFileSchema = z.object({
  format: z.literal("greenroom-recording"),
  version: z.literal(recordingVersion),
  exportedAt: z.iso.datetime(),
  exportedBy: name,
  workspace: name,
  conversation: z.object({ title: name }),
  /** The run that was exported; the newest of the file. */
  runId: z.uuid(),
  agent: z.object({ slug: name, name }),
  /** Every skill that was offered, with the bytes it stood for. */
  skills: z
    .array(
      z.object({
        name: storableText.max(1_000),
        version: z.number().int().nullable(),
        draftRevision: z.number().int().nullable(),
        digest: z.string().max(64),
      }),
    )
    .max(2_000),
  /** In the order of seq, gaps allowed. */
  events: z.array(eventSchema).min(2).max(mostEvents),
  exchanges: z.array(recordedExchangeSchema).max(5_000),
});
export type RecordingFile = z.infer<typeof recordingFileSchema>;
