import "server-only";
import type { Context } from "@/lib/auth/context";
import { isStillAdmitted } from "@/lib/auth/keys";
import { requirePermission } from "@/lib/auth/permissions";
import { getWorkspaceContext } from "@/lib/auth/queries";
import { AppError } from "@/lib/kernel/app-error";
import { appendAudit } from "./commands";
import { readRows } from "./internal/read-rows";
import { csvHead, toCsvLine } from "./internal/to-csv";
import { type AuditFilter, type AuditRow, type ExportAudit, exportAuditSchema } from "./schema";

export type AuditExport = { fileName: string; mediaType: string; pieces: AsyncGenerator<string> };

const pageSize = 1_000;

/**
 * Everything that fits, the newest first, piece by piece: never the whole trail in memory. That it was taken away is
 * recorded. Breaks off when the asker signs out, has their key revoked, leaves or loses the role meanwhile.
 */
export async function exportAudit(context: Context, input: ExportAudit): Promise<AuditExport> {
  requirePermission(context, "audit.read");
  const { format, ...filter } = exportAuditSchema.parse(input);
  await appendAudit(context.db, context, {
    action: "audit.exported",
    object: { type: "workspace", id: context.workspace.id, name: context.workspace.name },
    detail: { format, ...filter },
  });
  const day = context.now().toISOString().slice(0, 10);
  const pages = readPages(context, filter);
  return {
    fileName: `audit-${context.workspace.slug}-${day}.${format}`,
    mediaType: format === "csv" ? "text/csv; charset=utf-8" : "application/json",
    pieces: format === "csv" ? asCsv(pages) : asJson(pages),
  };
}

async function* readPages(context: Context, filter: AuditFilter): AsyncGenerator<AuditRow[]> {
  for (let before: bigint | null = null; ; ) {
    await requireStillAllowed(context);
    const rows = await readRows(context, filter, { before, limit: pageSize });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    before = BigInt(last.id);
  }
}

/** For every page anew: a long trail takes a while to write. */
async function requireStillAllowed(context: Context): Promise<void> {
  if (!(await isStillAdmitted(context))) throw new AppError("UNAUTHENTICATED", "Sign in first.");
  requirePermission(await getWorkspaceContext(context, context.workspace.slug), "audit.read");
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
