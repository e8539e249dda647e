import "server-only";
import { z } from "zod";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readApproval } from "@/lib/approvals/approval-record";
import type { Download } from "@/lib/bundles/download";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import { AppError } from "@/lib/kernel/app-error";
import { rowNumber } from "@/lib/kernel/row-number";
import { findPeople, type Person } from "@/lib/people/find-people";
import { guessTextByName } from "@/lib/skills/file-text";
import type { HeldFile } from "../blobs";
import type { ManifestFile } from "../describe-package";
import { parseVersionDismissals } from "../dismissals";
import { noSuchFile, toDownload, toFileContent } from "../file-answers";
import { getSkillId } from "../get-skill-id";
import type { FileContent, ListedFile } from "../package-schema";
import { listPackageFiles, readPackageFile } from "../read-packages";
import {
  type ListVersions,
  listVersionsSchema,
  type Version,
  type VersionList,
  type VersionSummary,
} from "./version-schema";

const cursorSchema = z.tuple([rowNumber]);

/** Versions of a skill, newest first. */
export async function listVersions(
  context: Context,
  input: { skill: string } & ListVersions,
): Promise<VersionList> {
  requirePermission(context, "library.read");
  const { cursor, limit } = listVersionsSchema.parse(input);

  const skillId = await getSkillId(context, input.skill);
  const before = cursor === undefined ? undefined : decodeCursor(cursor, cursorSchema)[0];
  const items = await readVersions(context, skillId, {
    take: limit + 1,
    ...(before === undefined ? {} : { before }),
  });
  const page = items.slice(0, limit);
  const last = page.at(-1);
  return items.length > limit && last
    ? { items: page, nextCursor: encodeCursor([last.number]) }
    : { items: page };
}

const versionFields = {
  id: true,
  number: true,
  digest: true,
  note: true,
  name: true,
  description: true,
  authorId: true,
  createdAt: true,
  size: true,
  metadataTokens: true,
  instructionTokens: true,
  resourceTokens: true,
  labels: { select: { name: true }, orderBy: { name: "asc" } },
  withdrawal: { select: { reason: true, withdrawnById: true, withdrawnAt: true } },
  _count: { select: { files: true } },
} as const;

/** At most `take` versions below the number `before`, newest first. */
export async function readVersions(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skillId: string,
  { take, before }: { take: number; before?: number },
): Promise<VersionSummary[]> {
  const rows = await db.version.findMany({
    where: { skillId, workspaceId, ...(before === undefined ? {} : { number: { lt: before } }) },
    orderBy: { number: "desc" },
    take,
    select: versionFields,
  });
  const personOf = await findPeople({ db }, rows.flatMap(peopleOf));
  return rows.map((row) => toSummary(row, personOf));
}

type Row = {
  id: string;
  number: number;
  digest: string;
  note: string;
  createdAt: Date;
  size: number;
  metadataTokens: number;
  instructionTokens: number;
  resourceTokens: number;
  labels: { name: string }[];
  authorId: string;
  withdrawal: { reason: string; withdrawnById: string; withdrawnAt: Date } | null;
  _count: { files: number };
};

const peopleOf = ({ authorId, withdrawal }: Row): string[] =>
  withdrawal ? [authorId, withdrawal.withdrawnById] : [authorId];

const toSummary = (row: Row, personOf: (id: string) => Person): VersionSummary => ({
  id: row.id,
  number: row.number,
  digest: row.digest,
  note: row.note,
  author: personOf(row.authorId),
  createdAt: row.createdAt.toISOString(),
  labels: row.labels.map(({ name }) => name),
  withdrawal: row.withdrawal && {
    reason: row.withdrawal.reason,
    by: personOf(row.withdrawal.withdrawnById),
    at: row.withdrawal.withdrawnAt.toISOString(),
  },
  size: row.size,
  fileCount: row._count.files,
  tokens: {
    metadata: row.metadataTokens,
    instructions: row.instructionTokens,
    resources: row.resourceTokens,
  },
});

type VersionInput = { skill: string; number: number };

/** NOT_FOUND for a number the skill does not have, or a skill of another workspace. */
export async function getVersion(context: Context, { skill, number }: VersionInput): Promise<Version> {
  requirePermission(context, "library.read");

  const { db } = context;
  const workspaceId = context.workspace.id;
  const skillId = await getSkillId(context, skill);
  const row = await db.version.findFirst({
    where: { skillId, workspaceId, number },
    select: { ...versionFields, dismissals: true, approval: true },
  });
  if (!row) throw noSuchVersion(skill, number);
  const files = await listPackageFiles(context, { versionId: row.id });
  return {
    ...toSummary(row, await findPeople(context, peopleOf(row))),
    name: row.name,
    description: row.description,
    files: files.map(withGuessedKind),
    dismissals: parseVersionDismissals(row.dismissals),
    approval: await readApproval(context, row.approval),
  };
}

const noSuchVersion = (skill: string, number: number) =>
  new AppError("NOT_FOUND", `${skill} has no version ${number}.`);

/** By the name alone: lists read no bytes. */
export const withGuessedKind = (file: ManifestFile): ListedFile => ({
  ...file,
  guessedKind: guessTextByName(file.path) ? "text" : "binary",
});

export async function getVersionFile(
  context: Context,
  input: VersionInput & { path: string },
): Promise<FileContent> {
  return toFileContent(await readVersionFile(context, input));
}

export async function readVersionBytes(
  context: Context,
  input: VersionInput & { path: string },
): Promise<Download> {
  return toDownload(await readVersionFile(context, input));
}

async function readVersionFile(
  context: Context,
  { skill, number, path }: VersionInput & { path: string },
): Promise<HeldFile> {
  requirePermission(context, "library.read");

  const { db } = context;
  const workspaceId = context.workspace.id;
  const version = await db.version.findFirst({
    where: { number, workspaceId, skill: { name: skill, workspaceId } },
    select: { id: true },
  });
  if (!version) throw noSuchVersion(skill, number);
  const file = await readPackageFile(context, { versionId: version.id }, path);
  if (!file) throw noSuchFile(path);
  return file;
}
