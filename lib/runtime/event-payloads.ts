import { z } from "zod";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import {
  answerEndSchema,
  bodyFlagSchema,
  candidateSchema,
  cataloguePlaces,
  foundSchema,
  offeredSkillSchema,
  offeredToolSchema,
  overlayEntrySchema,
  refusalRules,
  responsePartSchema,
  skillRefSchema,
  textOfLiveHost,
  toolCallSchema,
  toolDefinitionSchema,
  unavailableSkillSchema,
} from "./event-parts";

const weighed = z.object({ text: z.string(), tokens: z.number().int() });

/** Of hosts that answer a call with a word and put the text behind it: what stands before `result`. Not in `tokens`. */
const delivery = {
  callResult: weighed.optional(),
  note: weighed.optional(),
};

/** Who asked, and exactly what was put into the prompt as the answer. `call` is null when a person asked. */
export const answer = {
  askedBy: z.enum(["model", "person"]),
  call: toolCallSchema.nullable(),
  result: z.string(),
  tokens: z.number().int(),
};

export const runStarted = z.object({
  message: z.string(),
  messageTokens: z.number().int(),
  startedBy: z.object({ id: z.uuid(), name: z.string() }),
  agent: z.object({ id: z.uuid(), slug: z.string(), name: z.string(), revision: z.number().int() }),
  model: z.object({
    id: z.string(),
    name: z.string(),
    /** `rules`: the built-in Rehearsal, which is no language model. */
    kind: z.enum(["rules", "live", "recording"]),
    windowTokens: z.number().int(),
    /** Of a workspace's own: what is asked where. Absent in older logs. */
    asked: z.object({ provider: z.string(), model: z.string() }).optional(),
  }),
  dialect: z.string(),
  mode: z.enum(catalogueModes),
  overlay: z.array(overlayEntrySchema),
  systemPrompt: z.object({
    text: z.string(),
    tokens: z.number().int(),
    source: z.enum(["agent", "request"]),
  }),
  /** In catalogue order: priority, then name. */
  offered: z.array(offeredSkillSchema),
  unavailable: z.array(unavailableSkillSchema),
  /** Tools of the agent that belong to no skill, as the model is offered them. */
  otherTools: z.array(toolDefinitionSchema).optional(),
  otherToolTokens: z.number().int().optional(),
  /** Tools of the agent that its host has too, by the host's names: the host's are offered, these answer the rest. */
  sharedTools: z.array(z.string()).optional(),
  /** What was asked for this run alone, in place of the agent's own. */
  overridden: z.array(z.enum(["dialect", "mode", "model"])).optional(),
  /** A real host said it, through the gateway: nobody wrote it here. */
  host: z.object({ name: z.string(), version: z.string().nullable() }).optional(),
  /** The run whose recording is played: no model is asked. */
  replayOf: z.object({ runId: z.uuid(), fast: z.boolean() }).optional(),
});

/** A skill's own tools come and go with its text. */
const ownTools = { tools: z.array(offeredToolSchema).optional(), toolTokens: z.number().int().optional() };

/** A body that stands in the prompt from the start, and so counts as active. */
const eagerSkill = z.object({
  ...ownTools,
  skill: skillRefSchema,
  /** Of what an activation without arguments would bring in. */
  textSha256: z.string(),
  tokens: z.number().int(),
  bytes: z.number().int(),
  flags: z.array(bodyFlagSchema),
});

export const catalogueInjected = z.object({
  mode: z.enum(catalogueModes),
  /** Exactly what is put into the prompt. */
  text: z.string(),
  /** Absent for the system prompt, which it follows. */
  place: z.enum(cataloguePlaces).optional(),
  /** The text names no skill: the model has to ask for the list. */
  onRequest: z.literal(true).optional(),
  sha256: z.string(),
  tokens: z.number().int(),
  characters: z.number().int(),
  budgetCharacters: z.number().int(),
  /** The event of an earlier run that injected the same text and tools; null when this text is new. */
  unchangedSinceSeq: z.number().int().nullable(),
  tools: z.array(toolDefinitionSchema),
  toolTokens: z.number().int(),
  /** How many skills it speaks of, those left out as well: of a router's choice only these. Absent in older logs. */
  skills: z.number().int().optional(),
  truncated: z.array(
    z.object({ skillId: z.uuid(), name: z.string(), keptCharacters: z.number().int(), reason: z.string() }),
  ),
  omitted: z.array(z.object({ skillId: z.uuid(), name: z.string(), reason: z.string() })),
  found: foundSchema.optional(),
  /** Only eager mode has them. Their tokens are part of `tokens`. */
  eager: z.array(eagerSkill).optional(),
});

export const skillsRouted = z.object({
  query: z.string(),
  reasoning: z.string(),
  candidates: z.array(candidateSchema),
  chosen: z.array(z.string()),
  /** Names the router made up. */
  dropped: z.array(z.string()),
  /** What asking the router took; `cost` in US dollars, null when the price is not known. */
  usage: z
    .object({
      model: z.string(),
      input: z.number().int(),
      output: z.number().int(),
      durationMs: z.number(),
      cost: z.number().nullable(),
    })
    .optional(),
});

export const skillsSearched = z.object({
  ...answer,
  query: z.string(),
  candidates: z.array(candidateSchema),
  chosen: z.array(z.string()),
});

const activation = {
  ...answer,
  ...delivery,
  ...ownTools,
  skill: skillRefSchema,
  textSha256: z.string(),
  arguments: z.string(),
  flags: z.array(bodyFlagSchema),
  /** The host asks the person first; here the leave is taken as given. */
  leaveAsked: z.literal(true).optional(),
  ...textOfLiveHost,
};
export const skillActivated = z.object(activation);

/** `repeated`: the very text stood in the prompt, and this host gives it again. */
const reactivationReasons = ["changed", "other-arguments", "evicted", "repeated"] as const;
export const skillReactivated = z.object({
  ...activation,
  reason: z.enum(reactivationReasons),
  /** Points to the newest earlier activation of this skill in the branch. */
  previous: z.object({ turn: z.number().int(), seq: z.number().int() }),
  /** Of `tokens`, what stood in the prompt already: only with `repeated`, and absent in older logs. */
  tokensRepeated: z.number().int().optional(),
});

export const skillAlreadyActive = z.object({
  ...answer,
  callResult: delivery.callResult,
  skill: skillRefSchema,
  textSha256: z.string(),
  arguments: z.string(),
  since: z.object({ turn: z.number().int(), seq: z.number().int() }),
  /** What injecting the text again would have cost, less the note. */
  tokensSaved: z.number().int(),
});

const evictedKinds = ["resource", "tool-result", "turn", "skill"] as const;
export const contentEvicted = z.object({
  what: z.enum(evictedKinds),
  /** The event whose content left the prompt; for a turn, its run-started. */
  evictedSeq: z.number().int(),
  skill: skillRefSchema.nullable(),
  path: z.string().nullable(),
  why: z.string(),
  tokensFreed: z.number().int(),
});

export const resourceRead = z.object({
  ...answer,
  skill: skillRefSchema,
  path: z.string(),
  kind: z.enum(["text", "binary"]),
  /** Bytes from the start of the file. */
  offset: z.number().int(),
  bytes: z.number().int(),
  totalBytes: z.number().int(),
  /** Where the next page begins; null at the end. */
  nextOffset: z.number().int().nullable(),
  /** What was defused in its text; absent for binary files and in older logs. */
  flags: z.array(bodyFlagSchema).optional(),
  isError: z.literal(true).optional(),
  ...textOfLiveHost,
});

/** `result` is the JSON the model got. */
export const requestRefused = z.object({
  ...answer,
  rule: z.enum(refusalRules),
  skillName: z.string().nullable(),
  path: z.string().nullable(),
  message: z.string(),
  /** Told to the provider as an error; absent in older logs, whose requests did not say so. */
  isError: z.literal(true).optional(),
});

export const modelStep = z.object({
  step: z.number().int(),
  /** The request is what `assemblePrompt` makes of the branch's events up to `throughSeq`; `sha256` proves it. */
  request: z.object({
    throughSeq: z.number().int(),
    sha256: z.string(),
    messages: z.number().int(),
    tokens: z.number().int(),
  }),
  response: z.object({
    content: z.array(responsePartSchema),
    /** One word for every provider; of live hosts the provider's own. */
    finishReason: z.string(),
    /** The provider's own word, and what it said about it; absent when it gave none and in older logs. */
    providerReason: z.string().optional(),
    finishDetail: z.string().optional(),
  }),
  tokens: z.object({
    input: z.number().int(),
    output: z.number().int(),
    cached: z.number().int().nullable(),
    source: z.enum(["estimate", "provider"]),
  }),
  timeToFirstTokenMs: z.number().nullable(),
  durationMs: z.number(),
  /** US dollars; null when the price is not known. */
  cost: z.number().nullable(),
  /** Of a replay: whether this request is the one that the recorded answer was given to. */
  replay: z.object({ sameRequest: z.boolean() }).optional(),
  /** Of a trial: the suite run that was given this answer before, so that nobody was asked for it again. */
  kept: z.object({ skill: z.string(), number: z.number().int() }).optional(),
});

/** The provider did not take a request, and it is made again after a wait. */
export const modelRetried = z.object({
  step: z.number().int(),
  /** The first repetition is 1. */
  attempt: z.number().int(),
  code: z.string(),
  message: z.string(),
  waitMs: z.number(),
});

export const text = z.object({ step: z.number().int(), text: z.string(), tokens: z.number().int() });

export const runOutcomes = ["done", "stopped", "interrupted", "failed"] as const;
export type RunOutcome = (typeof runOutcomes)[number];

export const runFinished = z.object({
  outcome: z.enum(runOutcomes),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Of a run that is done; absent in older logs, where `readAnswerEnd` tells it from the steps. */
  answer: answerEndSchema.optional(),
  totals: z.object({
    steps: z.number().int(),
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
    cachedTokens: z.number().int().nullable(),
    tokensSaved: z.number().int(),
    durationMs: z.number(),
    cost: z.number().nullable(),
  }),
});
