import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import type { EventOf } from "@/lib/runtime/events";
import { listExchanges } from "./exchanges";
import { listBranchEvents } from "./internal/read-events";
import { requireRun } from "./internal/require-run";
import { getConversation } from "./queries";
import { type RecordingFile, recordingFileSchema, recordingVersion } from "./recording-schema";

/** A run with all that came before it in its line, as one file. CONFLICT while it goes on. */
export async function exportRecording(
  context: Context,
  input: { conversation: string; run: string },
): Promise<RecordingFile> {
  requirePermission(context, "playground.rehearse");
  const run = await requireRun(context, input);
  if (run.state === "running")
    throw new AppError("CONFLICT", "This run goes on. Export it when it has ended.");
  const conversation = await getConversation(context, run.conversationId);
  const line = await listBranchEvents(context, { id: run.branchId, workspaceId: run.workspaceId });
  const last = line.findLast((event) => event.runId === run.id);
  const events = line.filter((event) => last && event.seq <= last.seq);
  const started = events.findLast(
    (event): event is EventOf<"run-started"> => event.type === "run-started" && event.runId === run.id,
  );
  if (!started) throw new Error(`Run ${run.id} has no first event.`);
  const runs = await context.db.run.findMany({
    where: { id: { in: [...new Set(events.map(({ runId }) => runId))] }, workspaceId: run.workspaceId },
    select: { id: true, replayOfId: true },
  });
  // What a replay played is its recording too.
  const exchanges = await listExchanges(context, { runIds: runs.map((one) => one.replayOfId ?? one.id) });
  const { agent, offered } = started.payload;
  return recordingFileSchema.parse({
    format: "greenroom-recording",
    version: recordingVersion,
    exportedAt: context.now().toISOString(),
    exportedBy: context.actor.name,
    workspace: context.workspace.name,
    conversation: { title: conversation.title.slice(0, 200) },
    runId: run.id,
    agent: { slug: agent.slug, name: agent.name },
    skills: offered.map(({ name, version, draftRevision, digest }) => ({
      name,
      version,
      draftRevision,
      digest,
    })),
    events,
    exchanges: runs.flatMap((one) =>
      exchanges
        .filter(({ runId }) => runId === (one.replayOfId ?? one.id))
        .map((exchange) => ({ ...exchange, runId: one.id })),
    ),
  });
}
