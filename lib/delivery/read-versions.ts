import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { approvalRecordSchema } from "@/lib/approvals/approval-schema";
import { findPeople, type PersonOf } from "@/lib/people/find-people";
import { compareUtf8 } from "@/lib/skills/digest";
import type { DeliveredFile, DeliveredVersion } from "./delivered";

export type ReadVersion = DeliveredVersion & { files: readonly DeliveredFile[] };

/** Versions of this workspace with their files, by id; what is not here is missing. Names are those of this moment. */
export async function readVersions(
  { db, workspace }: WorkspaceContext,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, ReadVersion>> {
  if (versionIds.length === 0) return new Map();
  const [versions, files] = await Promise.all([
    db.version.findMany({
      where: { id: { in: [...versionIds] }, workspaceId: workspace.id },
      select: {
        id: true,
        number: true,
        digest: true,
        note: true,
        authorId: true,
        createdAt: true,
        approval: true,
      },
    }),
    db.versionFile.findMany({
      where: { versionId: { in: [...versionIds] }, workspaceId: workspace.id },
      select: { versionId: true, path: true, sha256: true, size: true, executable: true },
    }),
  ]);
  const parsed = versions.map((row) => ({ ...row, approvals: approvalsOf(row.approval) }));
  const personOf = await findPeople({ db }, parsed.flatMap(peopleOf));
  const filesOf = Map.groupBy(files, ({ versionId }) => versionId);
  return new Map(
    parsed.map((row) => [row.id, toVersion(row, { personOf, files: filesOf.get(row.id) ?? [] })]),
  );
}

type Approval = { id: string; at: string };
type Row = {
  id: string;
  number: number;
  digest: string;
  note: string;
  authorId: string;
  createdAt: Date;
  approvals: readonly Approval[];
};

const approvalsOf = (stored: unknown): Approval[] =>
  (approvalRecordSchema.parse(stored)?.approvals ?? []).map(({ by, at }) => ({ id: by.id, at }));

const peopleOf = ({ authorId, approvals }: Row): string[] => [authorId, ...approvals.map(({ id }) => id)];

function toVersion(
  { id, number, digest, note, authorId, createdAt, approvals }: Row,
  { personOf, files }: { personOf: PersonOf; files: readonly DeliveredFile[] },
): ReadVersion {
  return {
    id,
    number,
    digest,
    note,
    publishedBy: personOf(authorId),
    publishedAt: createdAt.toISOString(),
    approvedBy: approvals.map(({ id, at }) => ({ ...personOf(id), at })),
    files: files
      .map(({ path, sha256, size, executable }) => ({ path, sha256, size, executable }))
      .sort((left, right) => compareUtf8(left.path, right.path)),
  };
}
