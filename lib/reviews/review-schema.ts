import { z } from "zod";
import { openingSchema, seenRunSchema } from "@/lib/approvals/approval-schema";
import { stalenesses } from "@/lib/approvals/staleness";
import { personSchema } from "@/lib/auth/schema";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { oneLineText } from "@/lib/kernel/one-line-text";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { labelNameSchema } from "@/lib/library/labels/label-schema";
import { neighbourProofSchema, ownProofSchema } from "@/lib/proof/proven/bytes-proof-schema";
import { decidingRoles, mostApprovals, mostProofDays, policyRules, reviewStandings } from "./policy-options";

const reviewTitleSchema = oneLineText("Say what changes.").max(120);
const descriptionSchema = storableText.trim().max(20_000);
const reviewersSchema = z
  .array(z.uuid())
  .max(20)
  .refine((all) => new Set(all).size === all.length, "Somebody is asked twice.");

// ---------------------------------------------------------------- policy

const distinct = (all: readonly string[]) => new Set(all).size === all.length;

const floor = z.number().min(0).max(1).nullable();

/** Changed as a whole. */
const proofPolicySchema = z.object({
  triggers: z.object({ recall: floor, precision: floor }).nullable().meta({
    description:
      "The trigger suite passes on exactly the bytes that are published, the whole 95 % intervals at or above these shares; null: it is not asked for. Recall is asked for from 0.3 at least.",
  }),
  effect: z.boolean(),
  kappa: z.number().min(0).max(1).nullable().default(null).meta({
    description:
      "Where a judge decided tasks, the least Cohen's kappa of that judge with people's labels, of which there have to be 30; null: it is not asked for.",
  }),
  neighbours: z.boolean(),
  maxAgeDays: z.number().int().min(1).max(mostProofDays).nullable(),
  model: z.uuid("Choose a model connection, or any live model.").nullable(),
});

export const policySchema = z.object({
  approvals: z.number().int().min(0).max(mostApprovals),
  approverRole: z.enum(decidingRoles),
  openThreadsBlock: z.boolean(),
  findingsBlock: z.boolean(),
  specificationBlocks: z.boolean().meta({
    description:
      "Errors by the specification block publishing: everything that its reference validator refuses, and a name or description that other readers take for a number, a date or a switch.",
  }),
  growthApprovals: z.number().int().min(0).max(mostApprovals).meta({
    description:
      "How many approvals a draft needs whose hosts, commands, paths, variables, packages or tools are more than those of the published version, by people whose page showed exactly these; 0: no more than otherwise. A first version has nothing to grow against.",
  }),
  proof: proofPolicySchema,
  bypassRoles: z.array(z.enum(decidingRoles)).refine(distinct, "A role appears twice."),
  protectedLabels: z.array(labelNameSchema).max(50).refine(distinct, "A label appears twice."),
  publishOnSync: z
    .array(storableText.trim().min(1, "Name a source, or * for all of them.").max(80))
    .max(50)
    .refine(distinct, "A source appears twice.")
    .meta({
      description:
        "Names of sources whose syncs publish what they bring, where nothing was edited here: approvals are not asked for, all else is. * stands for every source.",
    }),
});
export const policyStateSchema = policySchema.extend({
  /** The configuration file that it is kept in and changed in; null: it is kept here. */
  declaredIn: z.string().nullable(),
  /** Null while the defaults hold. */
  updatedBy: personSchema.nullable(),
  updatedAt: z.iso.datetime().nullable(),
});
export type PolicyState = z.infer<typeof policyStateSchema>;
export const changePolicySchema = policySchema.partial();
export type ChangePolicy = z.input<typeof changePolicySchema>;

/** Whether a draft may be published now: every rule that applies, met or not. */
export const publicationSchema = z.object({
  revision: z.number().int(),
  digest: z.string(),
  /** How often a finding of the draft was dismissed or restored: an approval is of one such state. */
  findingsRevision: z.number().int(),
  baseVersion: z.number().int().nullable(),
  newestVersion: z.number().int().nullable(),
  /** Whoever saved any part of the draft since the newest version, or whose text it is: their approvals do not count. */
  authors: z.array(personSchema).meta({
    description:
      "Whoever saved any part of the draft since the newest version, and whoever wrote a suggestion that was applied or made the key that saved: their approvals do not count.",
  }),
  /** The newest word of each who approved in the open review. */
  approvals: z.array(
    z.object({
      by: personSchema,
      counts: z.boolean(),
      /** Why it does not count. */
      why: z.string().nullable(),
    }),
  ),
  /** In the order of `policyRules`; a rule that the policy does not ask for is not here. */
  rules: z.array(
    z.object({
      rule: z.enum(policyRules),
      /** "2 approvals of this digest" */
      title: z.string(),
      met: z.boolean(),
      /** "1 of 2" */
      count: z.string(),
      /** What is missing, or a remark. */
      message: z.string(),
    }),
  ),
  met: z.boolean(),
  /** Whether the asker's role publishes, whatever the rules say. */
  mayPublish: z.boolean(),
  /** Whether the asker's role may publish past unmet rules with a reason. */
  mayBypass: z.boolean(),
  /** Why the asker may not dismiss findings that block, as an author of the draft. */
  dismissRefusal: z.string().nullable(),
  /** The open review of the skill, if there is one. */
  review: rowNumber.nullable(),
});
export type Publication = z.infer<typeof publicationSchema>;

// ---------------------------------------------------------------- reviews

export const requestReviewSchema = z.object({
  title: reviewTitleSchema,
  description: descriptionSchema.default(""),
  reviewers: reviewersSchema.default([]),
});
export type RequestReview = z.input<typeof requestReviewSchema>;
export const changeReviewSchema = z.object({
  title: reviewTitleSchema.optional(),
  description: descriptionSchema.optional(),
  reviewers: reviewersSchema.optional(),
});
export type ChangeReview = z.input<typeof changeReviewSchema>;

/** Bound to exactly these bytes: CONFLICT when the draft has moved on. */
export const giveVerdictSchema = z
  .object({
    kind: z.enum(["approved", "changes_requested"]),
    digest: digestSchema,
    /** What the draft's were when it was looked at; without them, as they are now. */
    modesRevision: z.number().int().min(0).optional(),
    findingsRevision: z.number().int().min(0).optional(),
    note: storableText.trim().max(5_000).default(""),
    /** Runs that the proof of this review showed (`shown`), as it showed them: they are kept with the verdict, and no others. */
    seen: z
      .array(
        seenRunSchema.extend({
          skill: storableText.max(200),
          model: storableText.max(200),
          said: storableText.max(5_000),
        }),
      )
      .max(2_000)
      .default([]),
  })
  .refine(({ kind, note }) => kind === "approved" || note !== "", {
    message: "Say what should change.",
    path: ["note"],
  });
export type GiveVerdict = z.input<typeof giveVerdictSchema>;

export const startReviewRehearsalSchema = z.object({
  /** The agent's slug. */
  agent: storableText.min(1),
});

export const reviewRehearsalSchema = z.object({ conversationId: z.uuid() });
export type ReviewRehearsal = z.infer<typeof reviewRehearsalSchema>;

export const verdictSchema = z.object({
  id: z.uuid(),
  by: personSchema,
  kind: z.enum(["approved", "changes_requested"]),
  digest: z.string(),
  revision: z.number().int(),
  note: z.string(),
  at: z.iso.datetime(),
  /** The bytes changed since, which of them are executable, or what was dismissed in them: it counts no more. */
  stale: z.boolean(),
  staleBy: z.enum(stalenesses).nullable(),
  /** Of a stale one: the files that changed since, by path; null when they are no longer known. */
  changedSince: z.array(z.string()).nullable(),
  /** Whether it is one of those that the policy counts; `why` says why not. */
  counts: z.boolean(),
  why: z.string().nullable(),
  /** The rehearsals of these bytes that they had opened; without those that are private now. */
  opened: z.array(openingSchema),
  /** The runs of suites of these bytes that they were shown, with what these said at that moment. */
  runs: z.array(seenRunSchema),
});
export type ReviewVerdict = z.infer<typeof verdictSchema>;

export const reviewSummarySchema = z.object({
  number: z.number().int(),
  title: z.string(),
  skill: z.object({ id: z.uuid(), name: z.string() }),
  standing: z.enum(reviewStandings),
  requestedBy: personSchema,
  /** Who was asked; `why` says why an approval of theirs would not count now, and is null when it would. */
  reviewers: z.array(personSchema.extend({ why: z.string().nullable() })),
  baseVersion: z.number().int().nullable(),
  publishedVersion: z.number().int().nullable(),
  openThreads: z.number().int(),
  /** Counted approvals of the draft as it is, and how many the policy asks for. */
  approvals: z.object({ given: z.number().int(), needed: z.number().int() }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ReviewSummary = z.infer<typeof reviewSummarySchema>;

/** `asked-of-me`: open, asked of the asker, and without a word of theirs on the draft as it is now. */
export const reviewFilters = ["open", "asked-of-me", "mine", "ended"] as const;
export const listReviewsSchema = z.object({
  filter: z.enum(reviewFilters).default("open"),
  skill: z.string().optional(),
  cursor: z.string().max(600).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListReviews = z.input<typeof listReviewsSchema>;
export const reviewListSchema = z.object({
  items: z.array(reviewSummarySchema),
  nextCursor: z.string().optional(),
});
export type ReviewList = z.infer<typeof reviewListSchema>;

export const reviewSchema = reviewSummarySchema.extend({
  description: z.string(),
  draft: z.object({
    revision: z.number().int(),
    digest: z.string(),
    /** How often it changed which files are executable: an approval is of one such state. */
    modesRevision: z.number().int(),
    findingsRevision: z.number().int(),
    updatedBy: personSchema,
    updatedAt: z.iso.datetime(),
  }),
  /** Whoever wrote what is under review, or became its version: their approvals do not count. */
  authors: z.array(personSchema),
  /** Of this or an earlier digest, the newest of each person first. */
  verdicts: z.array(verdictSchema),
  rehearsals: z.array(
    z.object({
      conversationId: z.uuid(),
      title: z.string(),
      agent: z.object({ slug: z.string(), name: z.string() }).nullable(),
      digest: z.string(),
      /** The draft has changed since it began. */
      stale: z.boolean(),
      startedBy: personSchema,
      startedAt: z.iso.datetime(),
      /** Who opened it while the draft was as it is now. */
      openedBy: z.array(personSchema),
    }),
  ),
  publication: publicationSchema,
  /** What the asker may do here. */
  may: z.object({
    edit: z.boolean(),
    comment: z.boolean(),
    approve: z.boolean(),
    /** Why not, in words; null when they may. */
    approveRefusal: z.string().nullable(),
    publish: z.boolean(),
  }),
  endedAt: z.iso.datetime().nullable(),
  endedBy: personSchema.nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

/** What suites say of exactly the bytes under review. */
export const reviewProofSchema = z.object({
  digest: z.string(),
  /** The version that it is put beside; null for a first one. */
  published: z.number().int().nullable(),
  own: ownProofSchema,
  neighbours: z.array(neighbourProofSchema),
  /** All runs in it with what each says in a few words: what a verdict may say that it has seen. */
  shown: z.array(seenRunSchema),
});
export type ReviewProof = z.infer<typeof reviewProofSchema>;
