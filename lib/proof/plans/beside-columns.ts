import "server-only";
import type { SuiteRun as SuiteRunRow } from "@/lib/db/generated/client";
import type { Beside } from "./beside-schema";

/** Which other bytes of which sibling a run has beside it; all null for a run of the agent's own catalogue. */
export type BesideColumns = Pick<
  SuiteRunRow,
  "besideSkillId" | "besideSkill" | "besideVersion" | "besideRevision" | "besideDigest"
>;

export const toBesideColumns = (beside: (Beside & { skillId: string }) | null): BesideColumns => ({
  besideSkillId: beside?.skillId ?? null,
  besideSkill: beside?.skill ?? null,
  besideVersion: beside?.version ?? null,
  besideRevision: beside?.revision ?? null,
  besideDigest: beside?.digest ?? null,
});

/** The same of a run that is repeated. */
export const besideColumnsOf = (row: BesideColumns): BesideColumns => ({
  besideSkillId: row.besideSkillId,
  besideSkill: row.besideSkill,
  besideVersion: row.besideVersion,
  besideRevision: row.besideRevision,
  besideDigest: row.besideDigest,
});

export const toBeside = (row: BesideColumns): Beside | null =>
  row.besideSkill === null
    ? null
    : {
        skill: row.besideSkill,
        version: row.besideVersion,
        revision: row.besideRevision,
        digest: row.besideDigest,
      };
