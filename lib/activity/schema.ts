import { z } from "zod";
import { activityOutcomes } from "@/lib/runtime/count-activity";
import { activityGroups, longestDays } from "./activity-options";

const count = z.number().int();
const day = z.iso.date();

/** In days of UTC, today included. */
const period = {
  days: z.coerce.number().int().min(1).max(longestDays).default(30),
};

export const listSkillActivitySchema = z.object({
  ...period,
  by: z.enum(activityGroups).default("host"),
});
export type ListSkillActivity = z.input<typeof listSkillActivitySchema>;

export const listWorkspaceActivitySchema = z.object(period);
export type ListWorkspaceActivity = z.input<typeof listWorkspaceActivitySchema>;

/** How often each thing happened; what is never counted is 0. */
export const activityFiguresSchema = z.object({
  activated: count,
  repeated: count,
  alreadyActive: count,
  refused: count,
  /** Turns in which it could have been chosen and was not. */
  notChosen: count,
  /** Turns in which its instructions were in the prompt from the start. */
  inPrompt: count,
  /** Turns in which it was active from before and nobody asked for it. */
  held: count,
  /** Turns in which the agent had it and did not offer it. */
  notOffered: count,
  /** Estimates. */
  tokensInjected: count,
  tokensRepeated: count,
  tokensSaved: count,
  /** Of the turns in which it could be chosen those in which it was, with the 95 % interval; null without any. */
  share: z.object({ count, of: count, share: z.number(), low: z.number(), high: z.number() }).nullable(),
});
export type ActivityFigures = z.infer<typeof activityFiguresSchema>;

const activityDaySchema = z.object({ day, outcome: z.enum(activityOutcomes), count });

export const activityGroupSchema = z.object({
  /** Names it among the others; empty where nobody knows: of an agent a live host, of a version a host that does not say. */
  key: z.string(),
  name: z.string(),
  /** Of a model: `rules` is the built-in Rehearsal. */
  kind: z.enum(["rules", "live"]).nullable(),
  figures: activityFiguresSchema,
  /** Only days on which something happened, the oldest first. */
  days: z.array(activityDaySchema),
});
export type ActivityGroup = z.infer<typeof activityGroupSchema>;

export const activityReasonSchema = z.object({
  outcome: z.enum(activityOutcomes),
  /** Who asked, the rule that refused, or why it was not chosen. */
  reason: z.string(),
  /** The skill that was activated in its place; only where this one was among the five nearest to the message. */
  instead: z.string().nullable(),
  count,
});
export type ActivityReason = z.infer<typeof activityReasonSchema>;

const periodSchema = {
  from: day,
  through: day,
  /** The first day of which anything is kept; null where nothing is. */
  keptSince: day.nullable(),
};

export const skillActivitySchema = z.object({
  skill: z.string(),
  ...periodSchema,
  by: z.enum(activityGroups),
  figures: activityFiguresSchema,
  /** The most frequent first. */
  reasons: z.array(activityReasonSchema),
  /** The busiest first. */
  groups: z.array(activityGroupSchema),
  /** Versions that were published in the period. */
  published: z.array(z.object({ version: z.number().int(), day })),
  /** In how many conversations another skill was activated too, the most first. */
  together: z.array(z.object({ skill: z.string(), conversations: count })),
  /** In how many conversations it was activated first in the period. */
  conversations: count,
});
export type SkillActivity = z.infer<typeof skillActivitySchema>;

export const quietSkillSchema = z.object({
  skill: z.string(),
  isPublished: z.boolean(),
  /** Of how many agents it is. */
  agents: count,
  /** Turns in which it could have been chosen. */
  offered: count,
  /** When it was activated last, before the period; null for never. */
  lastActivated: day.nullable(),
  /** The most frequent reason first, three at most. */
  reasons: z.array(activityReasonSchema),
});
export type QuietSkill = z.infer<typeof quietSkillSchema>;

export const workspaceActivitySchema = z.object({
  ...periodSchema,
  /** That are not archived. */
  skills: count,
  /** Of these, those that were not activated in the period and stood in no prompt; the most offered first. */
  quiet: z.array(quietSkillSchema),
  quietCount: count,
  /** The skills that were activated in the most conversations. */
  busiest: z.array(z.object({ skill: z.string(), conversations: count, activated: count })),
  /** Pairs, the most frequent first; `first` and `second` are in the order of their names. */
  together: z.array(z.object({ first: z.string(), second: z.string(), conversations: count })),
});
export type WorkspaceActivity = z.infer<typeof workspaceActivitySchema>;
