import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Finding } from "@/lib/findings/find-findings";
import { toStorableJson } from "@/lib/kernel/to-storable";
import { findPeople } from "@/lib/people/find-people";
import type { DraftFinding } from "./drafts/draft-schema";
import { type VersionDismissal, versionDismissalSchema } from "./versions/version-schema";

/** Each finding with the dismissal that holds for it, or null. */
export async function withDismissals(
  context: WorkspaceContext,
  skillId: string,
  findings: readonly Finding[],
): Promise<DraftFinding[]> {
  const { db } = context;
  const workspaceId = context.workspace.id;
  if (findings.length === 0) return [];
  const rows = await db.findingDismissal.findMany({
    where: { skillId, workspaceId, fingerprint: { in: findings.map(({ fingerprint }) => fingerprint) } },
    select: { fingerprint: true, reason: true, dismissedById: true, dismissedAt: true },
  });
  const personOf = await findPeople(
    context,
    rows.map((row) => row.dismissedById),
  );
  const byFingerprint = new Map(rows.map((row) => [row.fingerprint, row]));
  return findings.map((finding) => {
    const row = byFingerprint.get(finding.fingerprint);
    const dismissal = row
      ? { reason: row.reason, by: personOf(row.dismissedById), at: row.dismissedAt.toISOString() }
      : null;
    return { ...finding, dismissal };
  });
}

export const hasDismissals = async (
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skillId: string,
): Promise<boolean> => (await db.findingDismissal.count({ where: { skillId, workspaceId } })) > 0;

/** As a version keeps them, in the order of the findings. */
export const toVersionDismissals = (findings: readonly DraftFinding[]): VersionDismissal[] =>
  toStorableJson(
    findings.flatMap(({ rule, path, range, message, excerpt, fingerprint, dismissal }) =>
      dismissal ? [{ rule, path, line: range.startLine, message, excerpt, fingerprint, ...dismissal }] : [],
    ),
  );

export const parseVersionDismissals = (stored: unknown): VersionDismissal[] =>
  z.array(versionDismissalSchema).parse(stored);
