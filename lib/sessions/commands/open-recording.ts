import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { answerOfRun } from "@/lib/runtime/answer-end";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { checkRecording, type RecordedRun } from "../check-recording";
import { getConversation } from "../queries";
import type { RecordingFile } from "../recording-schema";
import type { Conversation, RecordingOrigin } from "../schema";

const rowsAtOnce = 500;
const longestMs = 60_000;

/**
 * Opens a recording from a file as a conversation that can be read and not continued. Ids are new here; what a model
 * said elsewhere is a recording here, never live. UNPROCESSABLE for a file that is none.
 */
export async function openRecording(context: Context, input: unknown): Promise<Conversation> {
  requirePermission(context, "playground.rehearse");
  const { file, runs } = checkRecording(input);
  const { title } = file.conversation;
  const { workspace, agent, exportedBy, exportedAt } = file;
  const origin: RecordingOrigin = {
    workspace,
    conversation: title,
    agent: agent.name,
    exportedBy,
    exportedAt,
  };
  const id = await inPermittedTransaction(
    context,
    "playground.rehearse",
    (context) => store(context, { file, runs, origin }),
    { timeoutMs: longestMs },
  );
  return getConversation(context, id);
}

type Opened = { file: RecordingFile; runs: readonly RecordedRun[]; origin: RecordingOrigin };

async function store(context: Context, { file, runs, origin }: Opened): Promise<string> {
  const workspaceId = context.workspace.id;
  const conversation = await context.db.conversation.create({
    data: {
      workspaceId,
      title: file.conversation.title,
      overlay: [],
      recordingOf: origin,
      lastSeq: file.events.at(-1)?.seq ?? 0,
      createdById: context.actor.userId,
      branches: { create: { workspaceId } },
    },
    include: { branches: { select: { id: true } } },
  });
  const conversationId = conversation.id;
  const branchId = conversation.branches[0]?.id ?? conversationId;
  const ids = new Map(runs.map((run) => [run.id, crypto.randomUUID()]));
  const idOf = (run: string) => ids.get(run) ?? run;
  const place = { workspaceId, conversationId, branchId };
  await context.db.run.createMany({
    data: runs.map((run) => ({ ...place, ...toRunRow(run, context), id: idOf(run.id) })),
  });
  for (let at = 0; at < file.events.length; at += rowsAtOnce)
    await context.db.event.createMany({
      data: file.events.slice(at, at + rowsAtOnce).map((event) => {
        const { seq, turn, type, traceId } = event;
        const payload = JSON.parse(JSON.stringify(asRecorded(event)));
        return {
          ...place,
          seq,
          turn,
          type,
          traceId,
          payload,
          runId: idOf(event.runId),
          at: new Date(event.at),
        };
      }),
    });
  for (const { runId, step, request, parts, response } of file.exchanges)
    if (ids.has(runId))
      await context.db.$executeRaw`
        INSERT INTO "ModelExchange" ("runId", step, "workspaceId", "conversationId", request, parts, response)
        VALUES (${idOf(runId)}::uuid, ${step}::int, ${workspaceId}::uuid, ${conversationId}::uuid,
          ${JSON.stringify(request)}::json, ${JSON.stringify(parts)}::json, ${JSON.stringify(response)}::json)
        ON CONFLICT DO NOTHING`;
  await appendAudit(context, {
    action: "recording.opened",
    object: { type: "conversation", id: conversationId, name: file.conversation.title },
    detail: { workspace: origin.workspace, exportedBy: origin.exportedBy, exportedAt: origin.exportedAt },
  });
  return conversationId;
}

function toRunRow({ events, started }: RecordedRun, context: Context) {
  const end = events.find((event): event is EventOf<"run-finished"> => event.type === "run-finished");
  const at = new Date(started.at);
  return {
    turn: started.turn,
    state: end?.payload.outcome ?? ("interrupted" as const),
    answer: answerOfRun(events)?.kind ?? null,
    message: started.payload.message,
    leaseOwner: "recording",
    leaseUntil: at,
    startedById: context.actor.userId,
    startedAt: at,
    finishedAt: new Date(end?.at ?? started.at),
  };
}

/** Nothing was asked of a model here. */
function asRecorded(event: SessionEvent): SessionEvent["payload"] {
  if (event.type !== "run-started" || event.payload.model.kind !== "live") return event.payload;
  return { ...event.payload, model: { ...event.payload.model, kind: "recording" } };
}
