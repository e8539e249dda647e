import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { oneLineText } from "@/lib/kernel/one-line-text";
import { storableText } from "@/lib/kernel/storable-text";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import {
  cataloguePlaces,
  refusalRules,
  toolDefinitionSchema,
  unavailableSkillSchema,
} from "@/lib/runtime/event-parts";
import { listEventsSchema, messageSchema } from "@/lib/sessions/schema";
import { servedAnswerKinds, servedStates, servedWays } from "./served-options";

const leastWindow = 1_000;
const largestWindow = 10_000_000;

export const openServedSchema = z.object({
  /** The person's first message; the skills that it names by /name are activated. */
  message: messageSchema.optional(),
  /**
   * What the program calls the conversation: while a session of its key with this reference is open and has room left, it
   * is answered again, and nothing else of the request counts.
   */
  reference: oneLineText("Give it a reference, or leave the field out.").max(200).optional(),
  /** What the program calls itself; people see it. */
  client: oneLineText("Say what the program is called, or leave the field out.").max(100).optional(),
  /** In the place of the agent's own. */
  dialect: storableText.min(1).max(60).optional(),
  mode: z.enum(catalogueModes).optional(),
  /** How many tokens the program's model can hold; those of the agent's model when absent. */
  windowTokens: z.number().int().min(leastWindow).max(largestWindow).optional(),
});
export type OpenServed = z.input<typeof openServedSchema>;

export const callServedSchema = z.object({
  /** As the model called it. */
  tool: storableText.min(1, "Say which tool was called.").max(200),
  /** As the model gave them; none when absent. */
  arguments: z.unknown().optional(),
  /**
   * The model's id of the call. In one turn the same id with the same tool and arguments is answered as before, so that a
   * request can be sent again.
   */
  id: storableText.min(1).max(200).optional(),
});
export type CallServed = z.input<typeof callServedSchema>;

export const tellServedSchema = z.object({ message: messageSchema });
export type TellServed = z.input<typeof tellServedSchema>;

const via = z.enum(servedWays);

/** A conversation of an agent's own program. */
export const servedSessionSchema = z.object({
  id: z.uuid(),
  agent: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
  via,
  client: z.string().nullable(),
  /** Null where the workspace keeps no words. */
  reference: z.string().nullable(),
  key: z.object({ id: z.uuid(), name: z.string() }),
  /** As whom the key acts. */
  person: personSchema,
  dialect: z.string(),
  mode: z.enum(catalogueModes),
  state: z.enum(servedStates),
  turns: z.number().int(),
  calls: z.number().int(),
  startedAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /** When it ends, or ended, without another request. */
  expiresAt: z.iso.datetime(),
});
export type ServedSession = z.infer<typeof servedSessionSchema>;

const servedSkillSchema = z.object({
  name: z.string(),
  version: z.number().int().nullable(),
  digest: z.string(),
});

/** What a model is told instead of an answer of its program's own. */
export const servedAnswerSchema = z.object({
  /** Of its event. */
  seq: z.number().int(),
  kind: z.enum(servedAnswerKinds),
  /** Exactly what the model is to be told as the result of its call, or as a message where a person asked. */
  text: z.string(),
  /** What this host puts behind the results, as messages of the person's; mostly nothing. */
  following: z.array(z.string()),
  isError: z.boolean(),
  skill: servedSkillSchema.nullable(),
  path: z.string().nullable(),
  /** Why it was refused; null where it was not. */
  rule: z.enum(refusalRules).nullable(),
  /** All tools that the model is to be offered from now on, where this changed them. */
  tools: z.array(toolDefinitionSchema).nullable(),
});
export type ServedAnswer = z.infer<typeof servedAnswerSchema>;

/** What a model is sent before it is asked. */
export const servedTurnSchema = z.object({
  session: servedSessionSchema,
  /** From 1. */
  turn: z.number().int(),
  catalogue: z.object({
    /** Exactly what is put into the prompt; empty where nothing is told. */
    text: z.string(),
    place: z.enum(cataloguePlaces),
    /** The whole system prompt: the agent's instructions, and the catalogue where it stands there. */
    system: z.string(),
    /** What the model is to be offered. */
    tools: z.array(toolDefinitionSchema),
    mode: z.enum(catalogueModes),
    /** In catalogue order, the versions of this session. */
    skills: z.array(servedSkillSchema),
    unavailable: z.array(unavailableSkillSchema.pick({ name: true, reason: true, detail: true })),
  }),
  /** What the message itself activated, or why it could not. */
  injected: z.array(servedAnswerSchema),
});
export type ServedTurn = z.infer<typeof servedTurnSchema>;

/** `resumed`: it was open already. */
export const openedServedSchema = servedTurnSchema.extend({ resumed: z.boolean() });
export type OpenedServed = z.infer<typeof openedServedSchema>;

export const listServedSchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListServed = z.input<typeof listServedSchema>;

export const servedSessionListSchema = z.object({
  items: z.array(servedSessionSchema),
  nextCursor: z.string().nullable(),
});
export type ServedSessionList = z.infer<typeof servedSessionListSchema>;

export const listServedEventsSchema = listEventsSchema.omit({ branch: true });
export type ListServedEvents = z.input<typeof listServedEventsSchema>;
