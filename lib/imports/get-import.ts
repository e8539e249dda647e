import "server-only";
import { z } from "zod";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { retention } from "@/lib/kernel/retention";
import { findingSchema, skillIssueSchema } from "@/lib/library/issue-schema";
import { findPeople } from "@/lib/people/find-people";
import { markInterrupted } from "./commands/keep-lease";
import {
  type Import,
  type ImportItem,
  type ImportProgress,
  type ImportSource,
  type ImportSummary,
  importNoteSchema,
  importSourceSchema,
} from "./import-schema";
import { matchItems } from "./match-items";

const mostListed = 50;

export const noSuchImport = () => new AppError("NOT_FOUND", "There is no such import in this workspace.");

/** An import with everything that was found. NOT_FOUND for another workspace's. */
export async function getImport(context: Context, { id }: { id: string }): Promise<Import> {
  const summary = await getImportSummary(context, id);

  const rows = await context.db.importItem.findMany({
    where: { importId: id, workspaceId: context.workspace.id },
    orderBy: { position: "asc" },
  });
  const open = summary.state === "ready" || summary.state === "interrupted";
  const matches = open ? await matchItems(context, rows) : new Map();
  const names = await skillNames(
    context,
    rows.flatMap(({ skillId }) => skillId ?? []),
  );
  const executable = await executableFiles(
    context,
    rows.map((row) => row.id),
  );
  const items = rows.map((row): ImportItem => {
    const { importId: _, workspaceId: __, position: ___, skillId, ...rest } = row;
    const { metadataTokens, instructionTokens, resourceTokens, issues, findings, notes, ...shown } = rest;
    return {
      ...shown,
      executableFiles: executable.get(row.id) ?? [],
      tokens: { metadata: metadataTokens, instructions: instructionTokens, resources: resourceTokens },
      issues: z.array(skillIssueSchema).catch([]).parse(issues),
      findings: z.array(findingSchema).catch([]).parse(findings),
      notes: z.array(importNoteSchema).catch([]).parse(notes),
      match: matches.get(row.id) ?? null,
      skill: skillId === null ? null : (names.get(skillId) ?? null),
    };
  });
  return { ...summary, items };
}

async function executableFiles(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  itemIds: readonly string[],
): Promise<Map<string, string[]>> {
  const files = await db.importFile.findMany({
    where: { itemId: { in: [...itemIds] }, workspaceId, executable: true },
    orderBy: { path: "asc" },
    select: { itemId: true, path: true },
  });
  const grouped = Map.groupBy(files, ({ itemId }) => itemId);
  return new Map([...grouped].map(([itemId, ofItem]) => [itemId, ofItem.map(({ path }) => path)]));
}

/** Names as they are now; a skill deleted since has none. */
async function skillNames(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const skills = await db.skill.findMany({
    where: { id: { in: [...ids] }, workspaceId },
    select: { id: true, name: true },
  });
  return new Map(skills.map(({ id, name }) => [id, name]));
}

export async function getImportSummary(context: Context, id: string): Promise<ImportSummary> {
  requirePermission(context, "library.edit");
  const [summary] = await readSummaries(context, id);
  if (!summary) throw noSuchImport();
  return summary;
}

/** Recent imports, newest first. */
export async function listImports(context: Context): Promise<ImportSummary[]> {
  requirePermission(context, "library.edit");
  return readSummaries(context);
}

async function readSummaries(context: Context, id?: string): Promise<ImportSummary[]> {
  const { db } = context;
  const workspaceId = context.workspace.id;
  const where = { workspaceId, ...(id === undefined ? {} : { id }) };
  await markInterrupted(context, where, context.now());
  const rows = await db.import.findMany({ where, orderBy: { createdAt: "desc" }, take: mostListed });
  const counts = await db.importItem.groupBy({
    by: ["importId", "state"],
    where: { workspaceId, importId: { in: rows.map((row) => row.id) } },
    _count: { _all: true },
  });
  const personOf = await findPeople(
    context,
    rows.map((row) => row.createdById),
  );
  return rows.map((row) => {
    const { state, error, createdAt, finishedAt } = row;
    const sources = readSources(row.sources);
    const report: ImportSummary["report"] = {
      found: 0,
      refused: 0,
      waiting: 0,
      stored: 0,
      skipped: 0,
      failed: 0,
    };
    for (const count of counts) if (count.importId === row.id) report[count.state] = count._count._all;
    return {
      id: row.id,
      state,
      progress: progressOf(state, report, sources),
      sources,
      error,
      createdAt: createdAt.toISOString(),
      createdBy: personOf(row.createdById),
      finishedAt: finishedAt?.toISOString() ?? null,
      expiresAt: new Date(createdAt.getTime() + retention.stagedImportMs).toISOString(),
      report,
    };
  });
}

export const readSources = (json: unknown): ImportSource[] => z.array(importSourceSchema).parse(json);

function progressOf(
  state: ImportSummary["state"],
  { found, refused, waiting, stored, skipped, failed }: ImportSummary["report"],
  sources: readonly ImportSource[],
): ImportProgress["progress"] {
  const dealtWith = stored + skipped + failed;
  if (state === "storing" || (state === "interrupted" && waiting > 0)) {
    return { done: dealtWith, total: dealtWith + waiting };
  }
  const read = dealtWith + waiting + found + refused;
  const packages = sources.reduce((sum, source) => sum + source.packages, 0);
  return { done: read, total: Math.max(read, packages) };
}

/** The little that changes while work goes on. */
export async function getImportProgress(context: Context, id: string): Promise<ImportProgress> {
  const { state, progress } = await getImportSummary(context, id);
  return { id, state, progress };
}
