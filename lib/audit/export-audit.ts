import "server-only";
import type { Context, PersonContext } from "@/lib/access/context";
import { holdOperator, holdSignIn, requireOperator } from "@/lib/access/hold-admission";
import { requirePermission } from "@/lib/access/permissions";
import { getWorkspaceContext, isStillAdmitted } from "@/lib/access/queries";
import { AppError } from "@/lib/kernel/app-error";
import { type AuditEntry, appendAudit } from "./commands";
import { readRows, readsInstanceTrail } from "./internal/read-rows";
import { csvHead, toCsvLine } from "./internal/to-csv";
import { type AuditFilter, type AuditRow, type ExportAudit, exportAuditSchema } from "./schema";

export type AuditExport = { fileName: string; mediaType: string; pieces: AsyncGenerator<string> };

/** Which rows, what they are a trail of, and whether the asker may still have them. */
type Trail = {
  workspace: { id: string } | null;
  object: AuditEntry["object"];
  fileName: string;
  requireStillAllowed: () => Promise<void>;
};

const pageSize = 1_000;

/**
 * Everything that fits, the newest first, piece by piece: never the whole trail in memory. That it was taken away is
 * recorded. Breaks off when the asker signs out, has their key revoked, leaves or loses the role meanwhile.
 */
export async function exportAudit(context: Context, input: ExportAudit): Promise<AuditExport> {
  requirePermission(context, "audit.read");
  const { workspace } = context;
  const { id, name, slug } = workspace;
  const trail: Trail = {
    workspace,
    object: { type: "workspace", id, name },
    fileName: `audit-${slug}`,
    // For every page anew: a long trail takes a while to write.
    requireStillAllowed: async () => {
      if (!(await isStillAdmitted(context))) throw new AppError("UNAUTHENTICATED", "Sign in first.");
      requirePermission(await getWorkspaceContext(context, slug), "audit.read");
    },
  };
  return exportTrail(context, trail, input);
}

/** The installation's own trail in the same way; breaks off for who signs out or is no operator any more. */
export async function exportInstanceAudit(person: PersonContext, input: ExportAudit): Promise<AuditExport> {
  requireOperator(person.actor, readsInstanceTrail);
  const trail: Trail = {
    workspace: null,
    object: { type: "installation", id: "instance" },
    fileName: "audit-installation",
    requireStillAllowed: async () => {
      await holdSignIn(person);
      await holdOperator(person, readsInstanceTrail);
    },
  };
  return exportTrail(person, trail, input);
}

async function exportTrail(asker: PersonContext, trail: Trail, input: ExportAudit): Promise<AuditExport> {
  const { format, ...filter } = exportAuditSchema.parse(input);
  const { workspace, object } = trail;
  await appendAudit(
    { ...asker, workspace },
    { action: "audit.exported", object, detail: { format, ...filter } },
  );
  const day = asker.now().toISOString().slice(0, 10);
  const pages = readPages(asker, trail, filter);
  return {
    fileName: `${trail.fileName}-${day}.${format}`,
    mediaType: format === "csv" ? "text/csv; charset=utf-8" : "application/json",
    pieces: format === "csv" ? asCsv(pages) : asJson(pages),
  };
}

async function* readPages(
  { db }: PersonContext,
  { workspace, requireStillAllowed }: Trail,
  filter: AuditFilter,
): AsyncGenerator<AuditRow[]> {
  for (let before: bigint | null = null; ; ) {
    await requireStillAllowed();
    const rows = await readRows({ db, workspace }, filter, { before, limit: pageSize });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    before = BigInt(last.id);
  }
}

async function* asCsv(pages: AsyncGenerator<AuditRow[]>): AsyncGenerator<string> {
  yield csvHead();
  for await (const rows of pages) yield rows.map(toCsvLine).join("");
}

async function* asJson(pages: AsyncGenerator<AuditRow[]>): AsyncGenerator<string> {
  let isFirst = true;
  yield "[";
  for await (const rows of pages) {
    yield (isFirst ? "\n" : ",\n") + rows.map((row) => JSON.stringify(row)).join(",\n");
    isFirst = false;
  }
  yield "\n]\n";
}
