import { z } from "zod";
import { oneLineText } from "@/lib/kernel/one-line-text";
import { personSchema } from "./schema";

const name = oneLineText("Give the group a name.").max(60, "Use at most 60 characters.");
const members = z.array(z.uuid()).max(1_000, "A group has at most 1,000 members.");
/** Its members see the skills that are open to them by name or group, and no others. */
const limited = z.boolean();

export const createGroupSchema = z.object({
  name,
  members: members.default([]),
  limited: limited.default(false),
});
export type CreateGroup = z.input<typeof createGroupSchema>;

/** What is not said stays. Members are given whole. */
export const changeGroupSchema = z.object({
  /** The revision that this started from. */
  baseRevision: z.number().int().min(1),
  name: name.optional(),
  members: members.optional(),
  limited: limited.optional(),
});
export type ChangeGroup = z.input<typeof changeGroupSchema>;

export const memberGroupSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  limited,
  revision: z.number().int(),
  members: z.array(personSchema),
});
export type MemberGroup = z.infer<typeof memberGroupSchema>;

export const memberGroupListSchema = z.object({ items: z.array(memberGroupSchema) });
export type MemberGroupList = z.infer<typeof memberGroupListSchema>;
