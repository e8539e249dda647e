import { z } from "zod";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { labelNameProblem } from "./label-options";

export const labelNameSchema = storableText.superRefine((name, check) => {
  const problem = labelNameProblem(name);
  if (problem !== null) check.addIssue({ code: "custom", message: problem });
});

const reasonSchema = storableText.trim().max(1_000, "Use at most 1,000 characters.");
const writtenReasonSchema = reasonSchema.min(3, "Say in a few words why.");

export const labelSchema = z.object({
  name: z.string(),
  /** The number of the version that it stands for. */
  version: z.number().int(),
  /** Moves only through policy. */
  protected: z.boolean(),
  updatedAt: z.iso.datetime(),
});

export const labelListSchema = z.object({
  /** By name. `latest` is none of them: it is the highest number that is not withdrawn. */
  items: z.array(labelSchema),
  latest: z.number().int().nullable(),
  /** Names that are protected here, used or not. */
  protectedLabels: z.array(z.string()),
  /** Whether the asker may move protected labels to versions that met the policy, and to others with a reason. */
  mayMoveProtected: z.boolean(),
  mayBypass: z.boolean(),
});
export type LabelList = z.infer<typeof labelListSchema>;

/** `expectedVersion`: where the label was when somebody decided to move it; null when it was nowhere. */
export const moveLabelSchema = z.object({
  version: rowNumber,
  expectedVersion: rowNumber.nullable(),
  /** Why a protected label goes to a version that did not meet the policy. */
  bypassReason: writtenReasonSchema.optional(),
});
export type MoveLabel = z.input<typeof moveLabelSchema>;

export const removeLabelSchema = z.object({
  expectedVersion: z.coerce.number().int().min(1).max(2_147_483_647),
});
export type RemoveLabel = z.input<typeof removeLabelSchema>;

export const withdrawVersionSchema = z.object({ reason: writtenReasonSchema });
export type WithdrawVersion = z.input<typeof withdrawVersionSchema>;
export const reinstateVersionSchema = z.object({ reason: reasonSchema.default("") });
export type ReinstateVersion = z.input<typeof reinstateVersionSchema>;

/** The draft as it was seen: it is replaced whole. */
export const restoreVersionSchema = z.object({ baseRevision: rowNumber });
export type RestoreVersion = z.input<typeof restoreVersionSchema>;
