import "server-only";
import type { Context } from "@/lib/access/context";
import type { ArchivePackage } from "@/lib/bundles/archive-packages";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import type { Result } from "@/lib/kernel/result";
import { toStorable, toStorableJson } from "@/lib/kernel/to-storable";
import { manifestOf } from "@/lib/library/blobs";
import { bringBlobs, storeBlobs } from "@/lib/library/writes/store-blobs";
import { restFairly } from "@/lib/platform/fair-pace";
import { log } from "@/lib/platform/log";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { type DescribedPackage, describeFoundPackage } from "../describe-found-package";
import type { ImportNote, ImportSource } from "../import-schema";
import { hostNotes } from "../internal/host-notes";
import { nameNotes } from "../internal/standard-notes";
import { type SourceContents, type SourceRefusal, waitingSource } from "../read-source";
import { tellImportFinished } from "../tell-import-finished";
import { keepLease } from "./keep-lease";

type Named = Pick<ImportSource, "fileName" | "size">;

/** What is read, one source after the other; what it was read from is let go of at the end. */
export type Reading<Source extends Named = Named> = {
  id: string;
  sources: readonly Source[];
  read: (source: Source) => Promise<Result<SourceContents, SourceRefusal>>;
  dispose: () => Promise<void>;
};

/** One at a time in a process: unpacked archives are what needs memory. */
let turn: Promise<void> = Promise.resolve();

/** Unpacks and looks at everything, detached from any request. Never throws: the import says how it ended. */
export function stageImport<Source extends Named>(context: Context, reading: Reading<Source>): Promise<void> {
  const stopLease = keepLease(context, reading.id, context.now);
  turn = turn.then(() => readAll(context, reading)).finally(stopLease);
  return turn;
}

async function readAll<Source extends Named>(
  context: Context,
  { id, sources, read: readOne, dispose }: Reading<Source>,
): Promise<void> {
  try {
    const notes: ImportSource[] = [];
    let position = 0;
    for (const source of sources) {
      const begun = performance.now();
      const read = await readOne(source);
      await restFairly(context.actor.userId, performance.now() - begun);
      const note = { fileName: source.fileName, size: source.size };
      notes.push(
        read.ok
          ? {
              ...note,
              state: "read",
              packages: read.value.packages.length,
              ignoredFiles: read.value.ignoredFiles,
              notes: shortened(read.value.notes),
            }
          : {
              ...note,
              state: "refused",
              packages: 0,
              ignoredFiles: 0,
              notes: [],
              ...toStorableJson(read.error),
            },
      );
      if (!(await noteSources(context, id, [...notes, ...sources.slice(notes.length).map(waitingSource)])))
        return;
      if (read.ok) position = await stagePackages(context, { id, source, position }, read.value.packages);
      if (position < 0) return;
    }
    await finish(context, id, null);
  } catch (error) {
    log.error({ err: error, importId: id, traceId: context.traceId }, "reading an import failed");
    await finish(context, id, `Reading it failed. The server's log has the reason under ${context.traceId}.`);
  } finally {
    await dispose();
  }
}

const batchPackages = 10;
const batchBytes = 2 * 1024 * 1024;

/** Answers the next position, or -1 when the import was cancelled meanwhile. */
async function stagePackages(
  context: Context,
  place: { id: string; source: Named; position: number },
  packages: readonly ArchivePackage[],
): Promise<number> {
  const breathe = createBreathe();
  let { position } = place;
  let batch: StagedPackage[] = [];
  let size = 0;
  let begun = performance.now();
  for (const found of packages) {
    const described = await describeFoundPackage(found, breathe);
    const { root, nestedIn } = found;
    const notes =
      described.refusal === null
        ? [...found.notes, ...nameNotes({ ...described, root }), ...hostNotes(described)]
        : found.notes;
    batch.push({ ...described, root, nestedIn, notes, position });
    size += described.description.size;
    position += 1;
    if (batch.length < batchPackages && size < batchBytes) continue;
    if (!(await stage(context, place, batch))) return -1;
    await restFairly(context.actor.userId, performance.now() - begun);
    begun = performance.now();
    batch = [];
    size = 0;
  }
  return batch.length === 0 || (await stage(context, place, batch)) ? position : -1;
}

type StagedPackage = DescribedPackage &
  Pick<ArchivePackage, "root" | "nestedIn"> & { notes: readonly ImportNote[]; position: number };

/** False when the import is no longer being read: somebody cancelled it. */
async function stage(
  context: Context,
  { id, source }: { id: string; source: Named },
  batch: readonly StagedPackage[],
): Promise<boolean> {
  const workspaceId = context.workspace.id;
  const kept = batch.filter(({ refusal }) => refusal === null);
  const held = kept.flatMap(({ files }) => files);
  await bringBlobs(context, held);
  return inTransaction(
    context,
    async (context) => {
      if (!(await isReading(context, id))) return false;
      await storeBlobs(context, held);
      const rows = batch.map((item) => ({
        ...itemRow(item),
        importId: id,
        workspaceId,
        source: source.fileName,
      }));
      const items = await context.db.importItem.createManyAndReturn({
        data: rows,
        select: { id: true, position: true },
      });
      const idAt = new Map(items.map((item) => [item.position, item.id]));
      const files = kept.flatMap((item) => {
        const itemId = idAt.get(item.position);
        return itemId === undefined
          ? []
          : manifestOf(item.files).map((file) => ({ ...file, itemId, workspaceId }));
      });
      await context.db.importFile.createMany({ data: files });
      await notify(context, { topic: "import", importId: id });
      return true;
    },
    { timeoutMs: 60_000 },
  );
}

async function isReading({ db }: DatabaseContext, id: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ state: string }[]>`
    SELECT state::text FROM "Import" WHERE id = ${id}::uuid FOR SHARE`;
  return row?.state === "reading";
}

/** The first of them; the last one says how many more there were. */
function shortened(notes: readonly ImportNote[]): ImportNote[] {
  const [first] = notes.slice(mostShown);
  const more = notes.length - mostShown;
  const rest = first ? [{ ...first, path: "", message: `${more} more like these.` }] : [];
  return toStorableJson([...notes.slice(0, mostShown), ...rest]);
}

/** Of each kind, worst first; the counts say how many there are. */
const mostShown = 50;
const weight = { error: 0, blocking: 0, warning: 1, info: 2 } as const;

function itemRow({ name, description, refusal, root, nestedIn, position, files, notes }: StagedPackage) {
  const { skill, digest, size, tokens, issues, findings, errorCount, warningCount, blockingCount } =
    description;
  const worst = <T extends { severity: keyof typeof weight }>(list: readonly T[]): T[] =>
    toStorableJson(
      list.toSorted((left, right) => weight[left.severity] - weight[right.severity]).slice(0, mostShown),
    );
  return {
    position,
    root,
    nestedIn,
    name: toStorable(name),
    description: toStorable(skill.description),
    digest: refusal === null ? digest : null,
    size,
    fileCount: files.length,
    state: refusal === null ? ("found" as const) : ("refused" as const),
    message: refusal === null ? null : toStorable(refusal.message),
    rule: refusal?.rule ?? null,
    path: refusal?.path == null ? null : toStorable(refusal.path),
    notes: shortened(notes),
    issues: worst(issues),
    findings: worst(findings),
    errorCount,
    warningCount,
    blockingCount,
    metadataTokens: tokens.metadata,
    instructionTokens: tokens.instructions,
    resourceTokens: tokens.resources,
  };
}

/** False when the import is no longer being read. */
async function noteSources(context: Context, id: string, sources: readonly ImportSource[]): Promise<boolean> {
  return inTransaction(context, async (context) => {
    const { count } = await context.db.import.updateMany({
      where: { id, workspaceId: context.workspace.id, state: "reading" },
      data: { sources: [...sources] },
    });
    await notify(context, { topic: "import", importId: id });
    return count === 1;
  });
}

async function finish(context: Context, id: string, error: string | null): Promise<void> {
  await inTransaction(context, async (context) => {
    const { count } = await context.db.import.updateMany({
      where: { id, workspaceId: context.workspace.id, state: "reading" },
      data: {
        state: error === null ? "ready" : "failed",
        error,
        leaseUntil: null,
        ...(error === null ? {} : { finishedAt: context.now() }),
      },
    });
    if (count === 1 && error !== null) await tellImportFinished(context, { id, outcome: "failed" });
    await notify(context, { topic: "import", importId: id });
  }).catch((cause: unknown) => log.error({ err: cause, importId: id }, "could not end an import"));
}
