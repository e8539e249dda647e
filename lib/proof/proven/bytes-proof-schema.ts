import { z } from "zod";
import { effectVerdictWords, suiteKinds, suiteRunStates, triggerOutcomes } from "../proof-options";
import { proportionSchema } from "../reports/figures-schema";

const count = z.number().int();
const outcomes = ["better", "no difference shown", "worse"] as const;
const model = z.object({
  /** Of its connection, which may ask another model since; `address` tells which one answered. */
  id: z.string(),
  name: z.string(),
  kind: z.enum(["rules", "recording", "live"]),
  address: z.string().nullable(),
  /** "claude-sonnet-4-5 of anthropic"; null for one that is no connection's. */
  asks: z.string().nullable(),
});
const agent = z.object({ slug: z.string(), name: z.string() });

/**
 * How old the answers are that count, each trial (case, host, arm, repeat) by the newest one that it has. One that was kept is as old as
 * the run that asked for it, however often it was given again.
 */
export const answerAgesSchema = z.object({
  oldest: z.iso.datetime(),
  newest: z.iso.datetime(),
  /** Trials whose newest answer was given again, of all that were measured. */
  kept: count,
  of: count,
});
export type AnswerAges = z.infer<typeof answerAgesSchema>;

/** What may be said of a suite in one host: `judged` is the only one that says anything. */
const saidOfTriggers = ["scripted", "invalid", "too-few", "judged"] as const;

/** Cases that moved, and the exact McNemar test over them: p of the more frequent direction. */
const movedSchema = z.object({
  outcome: z.enum(outcomes),
  /** Ids of cases or tasks. */
  gained: z.array(z.string()),
  lost: z.array(z.string()),
  p: z.number(),
});

/** All runs of a trigger suite on the same bytes with one agent, catalogue and model, pooled: nobody runs it again until it is green. */
const triggerProofSchema = z.object({
  agent,
  model,
  /** Numbers of the runs that were carried out to their end, the newest first. */
  runs: z.array(count),
  /** Of those that were stopped or failed, what measured something: it is pooled with the others, and no verdict by itself. */
  brokenOff: z.array(count),
  /** When the oldest answer that counts was given, of the hosts whose catalogue is still the newest. */
  at: z.iso.datetime(),
  answers: answerAgesSchema,
  hosts: z.array(
    z.object({
      dialect: z.string(),
      name: z.string(),
      word: z.enum(saidOfTriggers),
      /** The self-check before it had found faults, and it was judged all the same. */
      isFaulty: z.boolean(),
      /**
       * What of the catalogue is otherwise in newer runs of this host: names of skills, "the agent". Such figures are shown
       * apart and count no more; empty for those of the newest catalogue.
       */
      laterCatalogue: z.array(z.string()),
      /** Cases of which at least half of the trials count. */
      measured: count,
      recall: proportionSchema,
      precision: proportionSchema,
      /** The newest run of the published version with the same agent and model; null where there is none. */
      against: movedSchema
        .extend({
          number: count,
          version: count.nullable(),
          recall: proportionSchema,
          precision: proportionSchema,
        })
        .nullable(),
    }),
  ),
});

/** One run of tasks on the same bytes. Each of them counts. */
const effectProofSchema = z.object({
  number: count,
  /** Stopped or failed: what it measured speaks against the skill, and never for it. */
  isBrokenOff: z.boolean(),
  agent,
  model,
  /** When the oldest of its answers was given. */
  at: z.iso.datetime(),
  answers: answerAgesSchema,
  /** Who compared answers, over how many pairs, and how far people agree with it by now; null where nobody did. */
  judge: z
    .object({
      name: z.string(),
      judged: count,
      labels: count,
      needed: count,
      isCalibrated: z.boolean(),
      kappa: z.number().nullable(),
      /** "judged by Large, kappa 0.61 (34 labels, base rate 58 %)" */
      text: z.string(),
    })
    .nullable(),
  hosts: z.array(
    z.object({
      dialect: z.string(),
      name: z.string(),
      word: z.enum(effectVerdictWords),
      reasons: z.array(z.string()),
      wins: count,
      losses: count,
      tasks: count,
      /** Exact sign test over the tasks that are no tie: p of the more frequent side. */
      p: z.number(),
      /** Pass rate with the skill less that without it; null without a measured task. */
      total: z.number().nullable(),
      /** Names of golden tasks that failed with the skill. */
      goldenFailed: z.array(z.string()),
      /**
       * Against the published version that was tried beside it; null where none was. `compared`: tasks that graders decided
       * in both, in at least half of the trials; one that only a judge tells apart is in none of them.
       */
      against: movedSchema.extend({ version: count, compared: count }).nullable(),
    }),
  ),
});

/** What a suite of the same bytes says, whoever ran it. */
export const ownProofSchema = z.object({
  /** Whether these bytes have cases, and tasks, that can be run. */
  has: z.object({ trigger: z.boolean(), effect: z.boolean() }),
  triggers: z.array(triggerProofSchema),
  effects: z.array(effectProofSchema),
  /** Runs of these bytes that say nothing yet, or never will: under way, stopped, failed. */
  others: z.array(
    z.object({
      number: count,
      suite: z.enum(suiteKinds),
      state: z.enum(suiteRunStates),
      failure: z.string().nullable(),
    }),
  ),
  /** All runs of these bytes; those of them that were deleted; and live ones that are too many to be read, by suite. */
  counted: z.object({
    all: count,
    deleted: count,
    unread: z.object({ trigger: count, effect: count }),
  }),
});
export type OwnProof = z.infer<typeof ownProofSchema>;
export type TriggerProof = OwnProof["triggers"][number];
export type EffectProof = OwnProof["effects"][number];

const lostCaseSchema = z.object({
  case: z.string(),
  query: z.string(),
  dialect: z.string(),
  before: z.enum(triggerOutcomes),
  now: z.enum(triggerOutcomes),
  /** The skill that is activated instead now, or though none should be. */
  by: z.string().nullable(),
  /** The newest run in which it was so. */
  run: count,
});

/**
 * A neighbour's suite with the new bytes beside it, against the same with what is published: on both sides all runs that one model
 * answered with one catalogue are pooled, so that none is run again until it is green.
 */
const neighbourPairSchema = z.object({
  agent,
  model,
  /** The newest run with the new bytes, and the newest before it; null while there is none to compare with. */
  run: count,
  before: count.nullable(),
  /** All of them that are pooled, the newest first. */
  runs: z.array(count),
  runsBefore: z.array(count),
  /** The run with the new bytes was stopped or failed: what it saw lost is lost, and that it saw nothing lost says nothing. */
  isBrokenOff: z.boolean(),
  /**
   * What of the catalogue is otherwise than before, besides the skill that changes: names of skills, "the agent". Then nobody
   * knows whose change lost a case.
   */
  alsoChanged: z.array(z.string()),
  /** When the oldest answer beside the new bytes was given. */
  at: z.iso.datetime(),
  answers: answerAgesSchema,
  hosts: z.array(
    z.object({
      dialect: z.string(),
      name: z.string(),
      word: z.enum(saidOfTriggers),
      /** Of the run before it; null where that has nothing of this host. */
      wordBefore: z.enum(saidOfTriggers).nullable(),
      /** Its self-check had found faults: the same in both, so that what is lost is lost all the same. */
      isFaulty: z.boolean(),
      /** No skill is ever activated there, with what is published neither, and every trial counts: it has nothing to lose. */
      neverFires: z.boolean(),
      /** Cases that were measured in both. */
      compared: count,
      rightBefore: count,
      rightNow: count,
      /** Of the run with the new bytes: cases that are right. */
      now: proportionSchema,
      gained: count,
    }),
  ),
  lost: z.array(lostCaseSchema),
});

/** A skill with a trigger suite beside which some agent offers the one that changes. */
export const neighbourProofSchema = z.object({
  skillId: z.uuid(),
  skill: z.string(),
  /** Of what its agents offer of it. */
  version: count.nullable(),
  digest: z.string(),
  agents: z.array(agent),
  /** Agents with which nothing can be taken from it, and why: there it is not run, and nothing is asked of it. */
  unmeasurable: z.array(z.object({ agent, why: z.string() })),
  maintainers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** When they were told of lost cases; null while they were not. */
  toldAt: z.iso.datetime().nullable(),
  /** Of all runs with each agent and model in each host with its newest catalogue, and of those that were broken off and saw a case lost. */
  pairs: z.array(neighbourPairSchema),
  /** Runs for this that are under way. */
  goingOn: count,
});
export type NeighbourProof = z.infer<typeof neighbourProofSchema>;
export type NeighbourPair = NeighbourProof["pairs"][number];
