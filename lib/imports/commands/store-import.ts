import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { type Decision, decideItems } from "../decide-items";
import { getImportSummary, noSuchImport } from "../get-import";
import { type ImportItem, type ImportSummary, type StoreImport, storeImportSchema } from "../import-schema";
import { matchItems } from "../match-items";
import { leaseFrom, markInterrupted } from "./keep-lease";
import { storeItems } from "./store-items";

/**
 * Decides every open item and starts storing, detached from the request. Also goes on with what was still waiting
 * when a server stopped. CONFLICT while it is being read or stored, and after it ended.
 */
export async function storeImport(
  context: Context,
  input: { id: string } & StoreImport,
): Promise<ImportSummary> {
  requirePermission(context, "library.edit");
  const choices = storeImportSchema.parse(input);
  const { id } = input;
  await markInterrupted(context, { workspaceId: context.workspace.id, id }, context.now());
  await inTransaction(context, (context) =>
    beginStoring(context, {
      id,
      decide: async (open, all) => {
        requireKnown(choices, all);
        return decideItems(open, await matchItems(context, open), choices);
      },
      again: choices.choices.map(({ itemId }) => itemId),
    }),
  );
  void storeItems(context, id);
  return getImportSummary(context, id);
}

type OpenItem = {
  id: string;
  name: string;
  digest: string | null;
  state: ImportItem["state"];
  nestedIn: string | null;
};
type Decide = (open: readonly OpenItem[], all: readonly OpenItem[]) => Promise<Decision[]>;

/**
 * Writes what `decide` says of the open items of an import and marks it as being stored, in a transaction of the
 * caller's. Going on with an interrupted one keeps what was decided the first time, but for the items in `again`.
 */
export async function beginStoring(
  context: Context,
  { id, decide, again = [] }: { id: string; decide: Decide; again?: readonly string[] },
): Promise<void> {
  const workspaceId = context.workspace.id;
  const [row] = await context.db.$queryRaw<{ state: string }[]>`
    SELECT state::text FROM "Import" WHERE id = ${id}::uuid AND "workspaceId" = ${workspaceId}::uuid FOR UPDATE`;
  if (!row) throw noSuchImport();
  const items = await context.db.importItem.findMany({
    where: { importId: id, workspaceId },
    orderBy: { position: "asc" },
    select: { id: true, name: true, digest: true, state: true, nestedIn: true },
  });
  requireStorable(
    row.state,
    items.some((item) => item.state === "waiting"),
  );
  const goesOn = row.state === "interrupted";
  const open = goesOn ? items.filter((item) => item.state === "waiting") : items;
  const decisions = await decide(open, items);
  const kept = goesOn ? decisions.filter(({ itemId }) => again.includes(itemId)) : decisions;
  await writeDecisions(context, id, kept);
  await context.db.import.updateMany({
    where: { id, workspaceId },
    data: { state: "storing", error: null, leaseUntil: leaseFrom(context.now()) },
  });
  const stored = decisions.filter(({ choice }) => choice !== "skip");
  await appendAudit(context, {
    action: goesOn ? "import.continued" : "import.confirmed",
    object: { type: "import", id },
    detail: { packages: goesOn ? open.length : stored.length },
  });
  await notify(context, { topic: "import", importId: id });
}

function requireStorable(state: string, isWaiting: boolean): void {
  if (state === "ready" || (state === "interrupted" && isWaiting)) return;
  const reasons: Record<string, string> = {
    reading: "It is still being read.",
    storing: "It is being stored already.",
    interrupted: "Its upload was not read to the end. Upload it again.",
    cancelled: "It was cancelled. Upload it again.",
    failed: "Reading it failed. Upload it again.",
    done: "It has been stored.",
  };
  throw new AppError("CONFLICT", reasons[state] ?? "It cannot be stored.", { details: { state } });
}

function requireKnown({ choices = [] }: StoreImport, items: readonly { id: string }[]): void {
  const known = new Set(items.map(({ id }) => id));
  const stranger = choices.find(({ itemId }) => !known.has(itemId));
  if (stranger) throw new AppError("UNPROCESSABLE", `This import has no item ${stranger.itemId}.`);
}

async function writeDecisions(
  { db }: DatabaseContext,
  importId: string,
  decisions: readonly Decision[],
): Promise<void> {
  if (decisions.length === 0) return;
  const column = <K extends keyof Decision>(key: K) => decisions.map((decision) => decision[key]);
  const skillIds = decisions.map(({ replaces }) => replaces?.skillId ?? null);
  const draftDigests = decisions.map(({ replaces }) => replaces?.draftDigest ?? null);
  const draftModes = decisions.map(({ replaces }) => replaces?.draftModes ?? null);
  await db.$executeRaw`
    UPDATE "ImportItem" item
    SET choice = d.choice::"ImportChoice", "newName" = d.name, message = d.message, rule = d.rule,
      "skillId" = d.skill, "draftDigest" = d.draft, "draftModes" = d.modes,
      state = (CASE WHEN d.choice = 'skip' THEN 'skipped' ELSE 'waiting' END)::"ImportItemState"
    FROM unnest(${column("itemId")}::uuid[], ${column("choice")}::text[], ${column("newName")}::text[],
      ${column("message")}::text[], ${column("rule")}::text[], ${skillIds}::uuid[], ${draftDigests}::text[],
      ${draftModes}::int[])
      AS d(id, choice, name, message, rule, skill, draft, modes)
    WHERE item.id = d.id AND item."importId" = ${importId}::uuid`;
}
