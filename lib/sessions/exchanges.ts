import "server-only";
import type { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { assemblePrompt } from "@/lib/runtime/assemble-prompt";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { listBranchEvents, toEvent } from "./internal/read-events";
import { requireRun } from "./internal/require-run";
import { type StepExchange, stepExchangeSchema } from "./schema";

const storedSchema = stepExchangeSchema.pick({ request: true, response: true, parts: true });
/** One request to a model, as it is kept. */
export type StoredExchange = z.infer<typeof storedSchema> & { runId: string; step: number };

/** What a step sent and got. NOT_FOUND for a step that the run did not take. */
export async function getStepExchange(
  context: Context,
  input: { conversation: string; run: string; step: number },
): Promise<StepExchange> {
  requirePermission(context, "playground.rehearse");
  const run = await requireRun(context, input);
  const rows = await context.db.event.findMany({
    where: { runId: run.id, workspaceId: run.workspaceId, type: { in: ["run-started", "model-step"] } },
    orderBy: { seq: "asc" },
  });
  const events = rows.map(toEvent);
  const kind = startOf(events)?.payload.model.kind ?? "rules";
  const [stored] = await listExchanges(context, { runIds: [run.replayOfId ?? run.id], step: input.step });
  if (stored) {
    const { request, response, parts } = stored;
    return { ...sourceOf(kind), request, response, parts };
  }
  const step = events.find(
    (event): event is EventOf<"model-step"> =>
      event.type === "model-step" && event.payload.step === input.step,
  );
  if (!step) throw new AppError("NOT_FOUND", `This run has no finished step ${input.step}.`);
  if (kind !== "rules") throw new AppError("NOT_FOUND", "The exchange of this step was not kept.");
  const branch = { id: run.branchId, workspaceId: run.workspaceId };
  const { throughSeq } = step.payload.request;
  const { system, tools, messages } = assemblePrompt(
    await listBranchEvents(context, { ...branch, throughSeq }),
  );
  return {
    ...sourceOf(kind),
    request: { url: null, method: null, headers: {}, body: { system, tools, messages } },
    response: { status: null, headers: {}, body: step.payload.response },
    parts: [],
  };
}

/** The exchanges of runs, in order; of one step when it is given. The runs' scope has been checked. */
export async function listExchanges(
  context: Context,
  { runIds, step }: { runIds: readonly string[]; step?: number },
): Promise<StoredExchange[]> {
  const rows = await context.db.modelExchange.findMany({
    where: {
      runId: { in: [...runIds] },
      workspaceId: context.workspace.id,
      ...(step === undefined ? {} : { step }),
    },
    orderBy: [{ at: "asc" }, { step: "asc" }],
  });
  return rows.map(({ runId, step: number, request, response, parts }) => ({
    ...storedSchema.parse({ request, response, parts }),
    runId,
    step: number,
  }));
}

const startOf = (events: readonly SessionEvent[]) =>
  events.find((event): event is EventOf<"run-started"> => event.type === "run-started");

function sourceOf(kind: "rules" | "live" | "recording"): Pick<StepExchange, "source" | "note"> {
  switch (kind) {
    case "rules":
      return {
        source: "rules",
        note: "Rehearsal is rules, not a language model: nothing was sent. This is the prompt it was given, and its answer.",
      };
    case "live":
      return { source: "provider", note: "As sent to the provider, without its secrets." };
    case "recording":
      return { source: "recording", note: "Nothing was sent: this is the exchange that was recorded." };
  }
}
