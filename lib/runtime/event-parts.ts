import { z } from "zod";
import { followKinds } from "./follow-kinds";

/** Which text of a skill: exactly one of `version` and `draftRevision` is set; `digest` names the bytes either way. */
export const skillRefSchema = z.object({
  skillId: z.uuid(),
  name: z.string(),
  version: z.number().int().nullable(),
  draftRevision: z.number().int().nullable(),
  digest: z.string(),
});
export type SkillRef = z.infer<typeof skillRefSchema>;

/**
 * What a text of a live host is, told by its bytes: of a version or of the draft, or `changed` there, and then the skill
 * stands for the one it is nearest to. `latestVersion` is of the moment when it was read.
 */
export const recognisedSchema = z.object({
  as: z.enum(["version", "draft", "changed"]),
  latestVersion: z.number().int().nullable(),
  /** Only a part of the file went by, and all of it was compared. */
  isPart: z.literal(true).optional(),
});
export type Recognised = z.infer<typeof recognisedSchema>;

/** Of a live host; `readBy` where the model read SKILL.md as a file. */
export const textOfLiveHost = {
  recognised: recognisedSchema.optional(),
  readBy: z.literal("command").optional(),
};

/** A live host's list as it went by: the skills of this workspace and all others. */
export const foundSchema = z.object({
  ours: z.array(z.string()),
  others: z.array(z.string()),
  /** How many of ours it tells with their whole description. */
  whole: z.number().int(),
});

/** `overlay` was added to the agent's own for this conversation, or replaces one of them. */
export const offeredSkillSchema = skillRefSchema.extend({
  source: z.enum(["assignment", "overlay"]),
  /** False when its author keeps it from the model, or from people; absent when both may activate it. */
  modelInvocable: z.boolean().optional(),
  userInvocable: z.boolean().optional(),
});
export type OfferedSkill = z.infer<typeof offeredSkillSchema>;

/** What a host's loader refuses of a package; the line is 1-based, null for a file as a whole. */
export const hostRefusalSchema = z.object({
  dialect: z.string(),
  rule: z.string(),
  file: z.string(),
  line: z.number().int().nullable(),
  /** What to do about it, in a sentence. */
  fix: z.string(),
});

/** It is assigned or found, yet not offered to the model; the reason stands beside it. */
export const unavailableSkillSchema = z.object({
  skillId: z.uuid(),
  name: z.string(),
  reason: z.enum([
    "disabled",
    "not-chosen",
    "archived",
    "not-published",
    "label-missing",
    "withdrawn",
    "unreadable",
    "hidden-text",
    "left-out",
    "host-refuses",
  ]),
  /** The reason in words, where there is more to say. */
  detail: z.string().exactOptional(),
  /** Of `host-refuses`. */
  refusal: hostRefusalSchema.exactOptional(),
});
export type UnavailableSkill = z.infer<typeof unavailableSkillSchema>;

/** Where a catalogue stands; the messages are those of the conversation's beginning. */
export const cataloguePlaces = ["system-prompt", "first-message", "after-first-message"] as const;

/** What an overlay may say of a skill; `none` leaves it out. */
export const overlayFollowsValues = [...followKinds, "none"] as const;

export const overlayEntrySchema = z.object({
  skillId: z.uuid(),
  name: z.string(),
  follows: z.enum(overlayFollowsValues),
  label: z.string().nullable(),
  version: z.number().int().nullable(),
});
export type OverlayEntry = z.infer<typeof overlayEntrySchema>;

/** A call by the model; `step` counts the requests of a run from 1. */
export const toolCallSchema = z.object({
  id: z.string(),
  toolName: z.string(),
  input: z.unknown(),
  step: z.number().int(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

export const toolDefinitionSchema = z.object({
  name: z.string(),
  description: z.string(),
  /** It is a JSON Schema. */
  inputSchema: z.record(z.string(), z.unknown()),
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>;

/** A tool of a skill: `tool` is its name in the frontmatter, `definition` what the model was offered. */
export const offeredToolSchema = z.object({ tool: z.string(), definition: toolDefinitionSchema });
export type OfferedTool = z.infer<typeof offeredToolSchema>;

/** BM25-like scores per field; `score` is their weighted sum, or that of a later one which meaning put behind it. */
export const candidateSchema = z.object({
  skillId: z.uuid(),
  name: z.string(),
  score: z.number(),
  /** Logs from before trigger queries were searched have none. */
  fields: z.object({
    name: z.number(),
    description: z.number(),
    body: z.number(),
    triggers: z.number().default(0),
  }),
  /** How alike it is to the query by meaning, as the workspace's endpoint for embeddings says; without one absent. */
  likeness: z.number().optional(),
});
export type Candidate = z.infer<typeof candidateSchema>;

/** Something in a body or a file that was defused or that a reader should know of; nothing is ever executed. */
export const bodyFlagSchema = z.object({
  /** `closing-tag-neutralised`: whatever would end or imitate the host's own marks, opening tags and lines too. */
  kind: z.enum(["closing-tag-neutralised", "dynamic-command-not-run", "hidden-text-removed"]),
  count: z.number().int(),
});
export type BodyFlag = z.infer<typeof bodyFlagSchema>;

/** What the model answered in one step, in its order. `metadata` goes back to the provider as it came. */
const responsePart = { tokens: z.number().int(), metadata: z.unknown().optional() };
export const responsePartSchema = z.discriminatedUnion("type", [
  z.object({ ...responsePart, type: z.literal("text"), text: z.string() }),
  z.object({ ...responsePart, type: z.literal("reasoning"), text: z.string() }),
  z.object({
    ...responsePart,
    type: z.literal("tool-call"),
    id: z.string(),
    toolName: z.string(),
    input: z.unknown(),
  }),
]);
export type ResponsePart = z.infer<typeof responsePartSchema>;

export const refusalRules = [
  "unknown-skill",
  "not-assigned",
  "disabled",
  "model-only",
  "needs-leave",
  "not-active",
  "unreadable-skill",
  "unknown-resource",
  "outside-package",
  "secret-file",
  "too-deep",
  "too-large",
  "too-long",
  "bad-offset",
  "unknown-tool",
  "invalid-arguments",
  "too-many-calls",
  "unanswered",
  "by-host",
] as const;
export type RefusalRule = (typeof refusalRules)[number];

/** Of these only `answered` is an answer. */
export const answerKinds = ["answered", "refused", "cut", "empty", "unfinished"] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** How a model's last answer of a run ended: told by the finish reason and by what was written. */
export const answerEndSchema = z.object({
  kind: z.enum(answerKinds),
  /** One word for every provider: stop, length, content-filter, tool-calls, error, interrupted or other. */
  reason: z.string(),
  /** The provider's own word; null when it gave none, or when the log is older than that. */
  providerReason: z.string().nullable(),
  /** What came of it, in a sentence. */
  message: z.string(),
});
export type AnswerEnd = z.infer<typeof answerEndSchema>;
