import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { getImportSummary } from "../get-import";
import type { ImportSummary } from "../import-schema";
import { groupUpload, readSource, type UploadSource, waitingSource } from "../read-source";
import { receiveUpload } from "../receive-upload";
import { leaseFrom } from "./keep-lease";
import { retainImportsNowAndThen } from "./retain-imports";
import { stageImport } from "./stage-import";

/** Takes an upload in and answers at once; reading goes on by itself. Nothing reaches the library yet. */
export async function startImport(context: Context, request: Request): Promise<ImportSummary> {
  requirePermission(context, "library.edit");
  const upload = await receiveUpload(request);
  try {
    const sources = groupUpload(upload.parts);
    const id = await insertImport(context, sources);
    retainImportsNowAndThen(context, context.now());
    const read = (source: UploadSource) => readSource(source, upload);
    void stageImport(context, { id, sources, read, dispose: upload.dispose });
    return await getImportSummary(context, id);
  } catch (error) {
    await upload.dispose();
    throw error;
  }
}

async function insertImport(context: Context, sources: readonly UploadSource[]): Promise<string> {
  return inTransaction(context, async (context) => {
    const { id } = await context.db.import.create({
      data: {
        workspaceId: context.workspace.id,
        sources: sources.map(waitingSource),
        leaseUntil: leaseFrom(context.now()),
        createdById: context.actor.userId,
        createdAt: context.now(),
      },
      select: { id: true },
    });
    await appendAudit(context, {
      action: "import.started",
      object: { type: "import", id },
      detail: { sources: sources.slice(0, 20).map(({ fileName }) => fileName) },
    });
    return id;
  });
}
