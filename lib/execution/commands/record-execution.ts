import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import type { PayloadOf } from "@/lib/runtime/events";

/** One row of the audit for each script that ran: which, of which bytes, and how it ended. */
export async function recordExecution(
  context: Context,
  { runId, ran }: { runId: string; ran: PayloadOf<"script-ran"> },
): Promise<void> {
  const { script, end, exitCode, startedMs, ranMs, allowedBy, decided, stoppedBy } = ran;
  await inTransaction(context, (context) =>
    appendAudit(context, {
      action: "script.ran",
      object: { type: "run", id: runId },
      detail: {
        command: script.command.slice(0, 1_000),
        skills: script.skills.map(({ name, version, draftRevision, digest }) => ({
          name,
          version,
          draftRevision,
          digest,
        })),
        backend: script.backend.id,
        allowedBy: allowedBy?.id ?? null,
        why: decided?.message ?? null,
        end,
        ...(stoppedBy ? { stoppedBy: stoppedBy.id } : {}),
        exitCode,
        ms: startedMs + ranMs,
      },
    }),
  );
}
