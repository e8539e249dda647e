import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import type { FileBytes } from "@/lib/bundles/package-bytes";
import { streamArchive } from "@/lib/bundles/stream-archive";
import { AppError } from "@/lib/kernel/app-error";
import { exportSkillsForTarget } from "./export-for-target";
import {
  type ExportForm,
  type ExportReport,
  type ExportSkills,
  exportFormSchema,
  exportSkillsSchema,
  reportFileName,
} from "./export-schema";
import { done } from "./internal/act-outcome";
import { countOutcomes } from "./internal/count-outcomes";
import { type Chosen, findChosen } from "./internal/find-chosen";
import { findTargets, requireTarget } from "./internal/find-target";
import { itemOf, refusedItem } from "./internal/item-of";
import { findPacked, type Packing, readPacked, takeFolder } from "./internal/pack-skill";
import { type Problem, problemOf } from "./internal/problem-of";
import type { BatchItem, BatchReport } from "./schema";

export type StreamedArchive = { fileName: string; mediaType: string; pieces: AsyncGenerator<Uint8Array> };

/**
 * The chosen skills as one archive, a folder each, written while they are read. What cannot be exported is left out and
 * named with its reason in `export-report.json` at the archive's end; the same choice of the same versions is the same
 * bytes. UNPROCESSABLE when none can be. With a target it is made before its first byte goes out.
 */
export async function exportSkills(context: Context, input: ExportSkills): Promise<StreamedArchive> {
  requirePermission(context, "library.read");
  const { skills, format, target, ...packing } = exportSkillsSchema.parse(input);
  if (target) {
    const { version } = packing;
    const { content, ...head } = await exportSkillsForTarget(context, { skills, format, target, version });
    return { ...head, pieces: piecesOf([content]) };
  }
  const chosen = await findChosen(context, skills);
  const report: ExportReport = { exported: [], leftOut: [] };
  const groups = packSkills(context, { chosen, packing, report });
  const first = await groups.next();
  if (report.exported.length === 0) throw nothingToExport(report);
  return {
    fileName: `${context.workspace.slug}-skills${packing.portable ? "-portable" : ""}.${format}`,
    mediaType: format === "zip" ? "application/zip" : "application/gzip",
    pieces: piecesOf(streamArchive(startingWith(first, groups), format)),
  };
}

type Packs = { chosen: readonly Chosen[]; packing: Packing; report: ExportReport };

/** The files of one skill after another, then the report. */
async function* packSkills(context: Context, packs: Packs): AsyncGenerator<readonly FileBytes[]> {
  const taken = new Set<string>();
  for (const one of packs.chosen) {
    const files = await packOne(context, { ...packs, one, taken });
    if (files) yield files;
  }
  yield [
    { path: reportFileName, bytes: new TextEncoder().encode(`${JSON.stringify(packs.report, null, 2)}\n`) },
  ];
}

/** Null where it is left out. Either is in the report then. */
async function packOne(
  context: Context,
  { one, packing, taken, report }: Packs & { one: Chosen; taken: Set<string> },
): Promise<FileBytes[] | null> {
  try {
    const found = await findPacked(context, one, packing);
    const files = await readPacked(context, found, packing);
    takeFolder(taken, found);
    const { name: folder, mark: version, digest } = found;
    report.exported.push({ skill: one.name, folder, version, digest });
    return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
  } catch (error) {
    const { code, message } = problemOf(context, error);
    report.leftOut.push({ skill: one.name, code, message });
    return null;
  }
}

async function* startingWith<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* rest;
}

async function* piecesOf(
  archive: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* archive;
}

function nothingToExport({ leftOut }: ExportReport): AppError {
  const named = leftOut.slice(0, 5).map(({ message }) => message);
  const more = leftOut.length > named.length ? ` ${leftOut.length - named.length} more.` : "";
  return new AppError("UNPROCESSABLE", `None of these can be exported. ${named.join(" ")}${more}`, {
    details: { leftOut },
  });
}

/** What an export would hold, skill by skill, and what it would leave out and why; nothing is packed. */
export async function reportExport(context: Context, input: ExportForm): Promise<BatchReport> {
  requirePermission(context, "library.read");
  const { skills, ...packing } = exportFormSchema.parse(input);
  const chosen = await findChosen(context, skills);
  const found = await findTargets(
    context,
    chosen.map(({ name }) => name),
  );
  const taken = new Set<string>();
  const items: BatchItem[] = [];
  for (const one of chosen)
    try {
      const target = requireTarget(one, found);
      const packed = await findPacked(context, one, packing);
      if (packing.portable) await readPacked(context, packed, packing);
      takeFolder(taken, packed);
      items.push(itemOf(target, done(`Exports ${versionWords(packed.mark)}`)));
    } catch (error) {
      const problem: Problem = problemOf(context, error);
      items.push(refusedItem(one, problem));
    }
  return { preview: true, items, counts: countOutcomes(items), traceId: context.traceId };
}

const versionWords = (mark: string): string =>
  mark.startsWith("v") ? `version ${mark.slice(1)}` : "the draft";
