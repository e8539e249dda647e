import { z } from "zod";
import { toolDefinitionSchema } from "./event-parts";

/** What a part counts as in the ledger; `name` is the skill's, `path` the file's. */
export const promptSourceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("history") }),
  z.object({ kind: z.literal("skill"), skillId: z.uuid(), name: z.string() }),
  z.object({ kind: z.literal("resource"), skillId: z.uuid(), name: z.string(), path: z.string() }),
]);
export type PromptSource = z.infer<typeof promptSourceSchema>;

const part = { seq: z.number().int(), tokens: z.number().int(), source: promptSourceSchema };
const modelPart = { ...part, metadata: z.unknown().optional() };

/** A piece of a message, with the seq of the event it comes from and what it weighs. */
export const promptPartSchema = z.discriminatedUnion("type", [
  z.object({ ...modelPart, type: z.literal("text"), text: z.string() }),
  z.object({ ...modelPart, type: z.literal("reasoning"), text: z.string() }),
  z.object({
    ...modelPart,
    type: z.literal("tool-call"),
    id: z.string(),
    toolName: z.string(),
    input: z.unknown(),
  }),
  z.object({
    ...part,
    type: z.literal("tool-result"),
    id: z.string(),
    toolName: z.string(),
    text: z.string(),
    /** The provider is told that the call failed. */
    isError: z.literal(true).optional(),
  }),
]);
export type PromptPart = z.infer<typeof promptPartSchema>;

export const promptMessageSchema = z.object({
  /** `system` holds words of the host among the messages. */
  role: z.enum(["user", "assistant", "tool", "system"]),
  parts: z.array(promptPartSchema),
});
export type PromptMessage = z.infer<typeof promptMessageSchema>;

/** Everything one request to a model carries, independent of the provider. */
export const promptSchema = z.object({
  /** The system prompt, an empty line, the catalogue where it stands there; either may be absent. */
  system: z.string(),
  tools: z.array(toolDefinitionSchema),
  messages: z.array(promptMessageSchema),
  /** Of `tools`; an estimate, part of `tokens`. */
  toolTokens: z.number().int(),
  /** Of all of it; an estimate. */
  tokens: z.number().int(),
});
export type Prompt = z.infer<typeof promptSchema>;
