import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { rowNumber } from "@/lib/kernel/row-number";
import { labelNameSchema } from "@/lib/library/labels/label-schema";
import { count } from "@/lib/library/package-schema";
import { shareFailures, shareFollows } from "./share-options";

const followed = {
  follows: z.enum(shareFollows),
  /** Of `label`: which one. */
  label: z.string().nullable(),
  /** Of `version`: its number. */
  version: rowNumber.nullable(),
};

export const shareSkillSchema = z.object({
  follows: z.enum(shareFollows),
  label: labelNameSchema.nullable().default(null),
  version: rowNumber.nullable().default(null),
});
export type ShareSkill = z.input<typeof shareSkillSchema>;

/** A share as the workspace sees it in which the skill is written. */
export const shareSchema = z.object({
  ...followed,
  /** Which workspace has it. */
  workspace: z.object({ slug: z.string(), name: z.string() }),
  sharedBy: personSchema,
  sharedAt: z.iso.datetime(),
  /** When an admin there accepted it; null while it is only offered. */
  acceptedAt: z.iso.datetime().nullable(),
  /** The number of the version that is shared now; null for none. */
  gives: rowNumber.nullable(),
  /** Why none is. */
  why: z.string().nullable(),
});
export type Share = z.infer<typeof shareSchema>;

export const shareListSchema = z.object({ items: z.array(shareSchema) });
export type ShareList = z.infer<typeof shareListSchema>;

/** What another workspace offers: what an admin sees before it comes in. */
export const offerSchema = z.object({
  ...followed,
  id: z.uuid(),
  /** The name of the workspace in which it is written. */
  workspace: z.string(),
  skill: z.string(),
  sharedAt: z.iso.datetime(),
  /** What it gives now; null where there is nothing to give at present. */
  gives: z
    .object({
      version: rowNumber,
      description: z.string(),
      files: count,
      size: count,
      instructionTokens: count,
    })
    .nullable(),
});
export type Offer = z.infer<typeof offerSchema>;

/** A skill here that is written in another workspace. */
export const receivedSkillSchema = z.object({
  skill: z.string(),
  /** What workspace and skill were called when it was accepted. */
  from: z.object({ workspace: z.string(), skill: z.string() }),
  /** What is shared; null where the share has ended. */
  share: z.object({ id: z.uuid(), ...followed }).nullable(),
  /** The newest version here that agents get, and which one it is there; null where they get none. */
  newest: z.object({ here: rowNumber, there: rowNumber }).nullable(),
  acceptedBy: personSchema,
  acceptedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  failure: z.enum(shareFailures).nullable(),
});
export type ReceivedSkill = z.infer<typeof receivedSkillSchema>;

export const receivedListSchema = z.object({
  offers: z.array(offerSchema),
  skills: z.array(receivedSkillSchema),
});
export type ReceivedList = z.infer<typeof receivedListSchema>;
