import { z } from "zod";
import { assignmentFields, requireFollowed } from "@/lib/agents/schema";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { labelNameSchema } from "@/lib/library/labels/label-schema";
import { listSkillsSchema } from "@/lib/library/skill-schema";
import { requestReviewSchema } from "@/lib/reviews/review-schema";
import { publishSkillSchema } from "@/lib/reviews/schema";
import { mostSkills } from "./batch-options";

const tooMany = `At most ${mostSkills} skills at once.`;

const isDistinct = (all: readonly string[]) => new Set(all).size === all.length;
const skillNameSchema = storableText.min(1).max(200);
const namesSchema = z
  .array(skillNameSchema)
  .max(mostSkills, tooMany)
  .refine(isDistinct, "A skill is named twice.");

/** Which skills: by their names, in this order; or all that a list with these filters shows, in the order of the list. */
export const chosenSkillsSchema = z.union(
  [
    z.object({
      names: namesSchema.min(1, "Choose a skill."),
      /** By name, the revision of the draft that somebody looked at: another one is refused, not published unseen. */
      seen: z.record(skillNameSchema, rowNumber).optional(),
    }),
    z.object({
      matching: listSkillsSchema.omit({ cursor: true, limit: true }),
      except: namesSchema.optional(),
    }),
  ],
  { error: "Give `names`, or `matching` with the filters of the list." },
);
export type ChosenSkills = z.output<typeof chosenSkillsSchema>;

// ---------------------------------------------------------------- what is done with each

const agents = z
  .array(z.uuid())
  .min(1, "Choose an agent.")
  .max(20, "At most 20 agents at once.")
  .refine(isDistinct, "An agent is named twice.")
  .meta({ description: "Ids of agents" });
/** A member's id. */
const person = z.uuid();
const { note, bypassReason } = publishSkillSchema.shape;

const publishAct = z.object({ kind: z.literal("publish"), note, bypassReason });
const requestReviewAct = z.object({
  kind: z.literal("request-review"),
  /** Says since when the draft has changed unless it is given. */
  title: requestReviewSchema.shape.title.optional(),
  note: requestReviewSchema.shape.description,
  reviewers: requestReviewSchema.shape.reviewers,
  batch: z
    .uuid()
    .optional()
    .meta({ description: "Calls with the same one tell those who are asked once, as one call does." }),
});
/** A skill that an agent has already follows this from now on, and stays where it is unless a priority is given. */
const assignAct = z
  .object({
    kind: z.literal("assign"),
    agents,
    ...assignmentFields,
    /** 1 is the highest. Without one, new skills come last. */
    priority: rowNumber.optional(),
  })
  .superRefine(requireFollowed);
const unassignAct = z.object({ kind: z.literal("unassign"), agents });
/** Where the label must be now, null for nowhere; without it, wherever it is. */
const expectedVersion = rowNumber.nullable().optional();
const labelAct = z.object({
  kind: z.literal("label"),
  label: labelNameSchema,
  version: z.union([z.literal("latest"), rowNumber], { error: "Use latest or the number of a version." }),
  expectedVersion,
  bypassReason,
});
const unlabelAct = z.object({ kind: z.literal("unlabel"), label: labelNameSchema, expectedVersion });
const archiveAct = z.object({ kind: z.literal("archive") });
const unarchiveAct = z.object({ kind: z.literal("unarchive") });
const deleteAct = z.object({
  kind: z.literal("delete"),
  /** The number of chosen skills, typed; a preview needs none. */
  confirm: z.string().max(10).optional(),
});
const addMaintainerAct = z.object({ kind: z.literal("add-maintainer"), person });
const removeMaintainerAct = z.object({ kind: z.literal("remove-maintainer"), person });

const undoingActs = [
  assignAct,
  unassignAct,
  labelAct,
  unlabelAct,
  archiveAct,
  unarchiveAct,
  addMaintainerAct,
  removeMaintainerAct,
] as const;

/** An act that can take another one back. */
export const undoingActSchema = z.discriminatedUnion("kind", undoingActs);
export type UndoingAct = z.output<typeof undoingActSchema>;
export const actSchema = z.discriminatedUnion("kind", [
  publishAct,
  requestReviewAct,
  deleteAct,
  ...undoingActs,
]);
export type Act = z.output<typeof actSchema>;

/** The same act for many skills. A preview says what would happen to each and changes nothing. */
export const runBatchSchema = z.object({
  skills: chosenSkillsSchema,
  act: actSchema,
  preview: z.boolean().default(false),
});
export type RunBatch = z.input<typeof runBatchSchema>;

const isOfAgents = ({ kind }: UndoingAct) => kind === "assign" || kind === "unassign";
const undoSchema = z
  .array(undoingActSchema)
  .min(1)
  .max(20)
  .refine(
    (acts) => acts.every(isOfAgents) || !acts.some(isOfAgents),
    "Take back what agents have in a call of its own.",
  );

/** What a batch answered as `undo`, skill by skill. */
export const undoBatchSchema = z.object({
  items: z
    .array(z.object({ skill: skillNameSchema, undo: undoSchema }))
    .min(1)
    .max(mostSkills, tooMany)
    .refine((items) => isDistinct(items.map(({ skill }) => skill)), "A skill is named twice."),
  preview: z.boolean().default(false),
});
export type UndoBatch = z.input<typeof undoBatchSchema>;

// ---------------------------------------------------------------- what happened

/** `unchanged`: it was so already, or there is nothing to do. `refused`: `problem` says why. */
export const batchOutcomes = ["done", "unchanged", "refused"] as const;

export const batchItemSchema = z.object({
  skill: z.object({
    name: z.string(),
    /** Missing where there is no such skill. */
    id: z.uuid().exactOptional(),
    /** Of the draft that was looked at. */
    revision: z.number().int().exactOptional(),
  }),
  outcome: z.enum(batchOutcomes),
  /** What it did, or would do, in a sentence; where it is refused, the problem's. */
  summary: z.string(),
  /** What the operation for one skill would have answered. */
  problem: z
    .object({
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).exactOptional(),
    })
    .exactOptional(),
  /** What takes it back; missing where nothing does. */
  undo: z.array(undoingActSchema).exactOptional(),
});
export type BatchItem = z.output<typeof batchItemSchema>;

export const batchReportSchema = z.object({
  preview: z.boolean(),
  /** In the order in which they were asked for, or listed. */
  items: z.array(batchItemSchema),
  counts: z.object({ done: z.number().int(), unchanged: z.number().int(), refused: z.number().int() }),
  /** Every row of the audit trail that this call wrote has it. */
  traceId: z.string(),
});
export type BatchReport = z.output<typeof batchReportSchema>;
