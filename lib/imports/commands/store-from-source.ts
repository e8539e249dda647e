import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import type { Result } from "@/lib/kernel/result";
import { decideItems } from "../decide-items";
import type { DirectoryEntry } from "../directory-schema";
import type { PlannedItem } from "../plan-source";
import { type SourceContents, type SourceRefusal, waitingSource } from "../read-source";
import type { ItemSource } from "../staged-items";
import { dropTheirs, keepTheirs, takeText } from "../writes/remember-source";
import { keepLease, leaseFrom } from "./keep-lease";
import { retainImportsNowAndThen } from "./retain-imports";
import { stageImport } from "./stage-import";
import { beginStoring } from "./store-import";
import { storeItems } from "./store-items";

type Storing = { importId: string; from: ItemSource; planned: readonly PlannedItem[] };
/** Of what is only noted beside the drafts, in one transaction. */
const notedAtOnce = 25;

/** What a source holds at one commit or digest, as an import: looked at and staged; nothing reaches the library yet. Answers its id. */
export async function stageFromSource(
  context: Context,
  {
    from,
    title,
    size,
    read,
  }: {
    from: ItemSource;
    title: string;
    size: number;
    read: () => Promise<Result<SourceContents, SourceRefusal>>;
  },
): Promise<string> {
  requirePermission(context, "directories.load");
  const source = { fileName: title, size };
  const id = await inTransaction(context, async (context) => {
    const row = await context.db.import.create({
      data: {
        workspaceId: context.workspace.id,
        sources: [waitingSource(source)],
        leaseUntil: leaseFrom(context.now()),
        createdById: context.actor.userId,
        createdAt: context.now(),
        sourceId: from.id,
        revision: from.revision,
        ...(from.claimed && { sourceName: from.claimed.name, sourceUrl: from.claimed.url }),
      },
      select: { id: true },
    });
    await appendAudit(context, {
      action: "import.started",
      object: { type: "import", id: row.id },
      detail: { sources: [title], source: from.id, revision: from.revision },
    });
    return row.id;
  });
  retainImportsNowAndThen(context, context.now());
  await stageImport(context, { id, sources: [source], read, dispose: async () => {} });
  return id;
}

/**
 * Carries out what was planned for the staged items of a source, each whole in its own transaction: drafts are opened
 * and updated as by any import, and what waits for a person is kept beside its draft. Answers how each came out.
 */
export async function storeFromSource(
  context: Context,
  { importId, from, planned }: Storing,
): Promise<DirectoryEntry[]> {
  requirePermission(context, "directories.load");
  await inPermittedTransaction(context, "directories.load", (context) =>
    beginStoring(context, { id: importId, decide: async (open) => decide(open, planned) }),
  );
  await noteAll(context, { importId, from, planned });
  await storeItems(context, importId, from);
  return readOutcomes(context, importId, planned);
}

/** Some at a time: however many there are, no transaction is longer than a request may take. */
async function noteAll(context: Context, { importId, from, planned }: Storing): Promise<void> {
  const stopLease = keepLease(context, importId, context.now);
  const noted = planned.filter(({ deed }) => deed !== "none" && deed !== "store");
  try {
    for (let at = 0; at < noted.length; at += notedAtOnce) {
      const some = noted.slice(at, at + notedAtOnce);
      await inPermittedTransaction(context, "directories.load", async (context) => {
        for (const one of some) await noteOne(context, from, one);
      });
    }
  } finally {
    stopLease();
  }
}

async function noteOne(
  context: Context,
  source: ItemSource,
  { deed, itemId, text, skillHere }: PlannedItem,
): Promise<void> {
  if (!skillHere) return;
  const { skillId } = skillHere;
  if (deed === "drop") return dropTheirs(context, { sourceId: source.id, skillId });
  if (!text || itemId === null) return;
  const seen = { source, skillId, itemId, ...text };
  if (deed === "remember") await takeText(context, seen);
  if (deed === "wait") await keepTheirs(context, seen);
}

type Open = Parameters<typeof decideItems>[0];

function decide(open: Open, planned: readonly PlannedItem[]) {
  const planOf = new Map(planned.map((one) => [one.itemId, one]));
  const choices = open.map(({ id }) => {
    const { deed, skillHere } = planOf.get(id) ?? {};
    return { itemId: id, choice: deed !== "store" ? "skip" : skillHere ? "update" : "create" } as const;
  });
  return decideItems(open, new Map(), { choices }).map((decision) => {
    const { deed, entry, skillHere } = planOf.get(decision.itemId) ?? {};
    const message = deed === "store" ? null : entry?.message || "Unchanged.";
    return { ...decision, message, ...(deed === "store" && skillHere ? { replaces: skillHere } : {}) };
  });
}

/** What failed while it was stored, or still waits because the storing broke off, is told as that. */
async function readOutcomes(
  { db, workspace }: Context,
  importId: string,
  planned: readonly PlannedItem[],
): Promise<DirectoryEntry[]> {
  const rows = await db.importItem.findMany({
    where: { importId, workspaceId: workspace.id },
    select: { id: true, state: true, message: true },
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return planned.map(({ entry, itemId, deed }) => {
    const row = rowOf.get(itemId ?? "");
    if (deed !== "store" || row?.state === "stored" || row?.state === "skipped") return entry;
    return { ...entry, outcome: "failed", message: row?.message ?? "It was not stored. Sync again." };
  });
}
