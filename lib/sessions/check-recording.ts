import { z } from "zod";
import { AppError } from "@/lib/kernel/app-error";
import { deepestJson, isDeeperThan } from "@/lib/kernel/is-deeper-than";
import { largestInteger } from "@/lib/kernel/row-number";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { type RecordingFile, recordingFileSchema } from "./recording-schema";

/** One run of a recording, with what only a file has to prove. */
export type RecordedRun = { id: string; events: SessionEvent[]; started: EventOf<"run-started"> };

const refuse = (message: string) => new AppError("UNPROCESSABLE", `This recording does not open. ${message}`);
/** A call's input with what stands around it in an exchange. */
const deepest = deepestJson + 100;
/** Postgres has no year 0; dates of this form are in order as text. */
const firstYear = "0001";
const textPart = z.object({ type: z.literal("text-delta"), delta: z.string() });

/**
 * A file from anywhere as the recording it claims to be, with its runs in order. UNPROCESSABLE when it is none, or
 * when it contradicts itself: a model's answer must be in the exchange that it is said to come from.
 */
export function checkRecording(input: unknown): { file: RecordingFile; runs: RecordedRun[] } {
  const head = z.object({ format: z.string(), version: z.number() }).safeParse(input);
  if (!head.success || head.data.format !== "greenroom-recording")
    throw refuse("It is no recording of Greenroom's.");
  const parsed = recordingFileSchema.safeParse(input);
  if (!parsed.success) {
    if (head.data.version !== 1) throw refuse(`Its version ${head.data.version} is not one we read.`);
    const [issue] = parsed.error.issues;
    throw refuse(`At ${issue?.path.join(".") || "the top"}: ${issue?.message ?? "not as expected"}.`);
  }
  const file = parsed.data;
  if (isDeeperThan(file, deepest)) throw refuse("It is nested too deeply.");
  if (JSON.stringify(file).includes("\\u0000")) throw refuse("It holds NUL characters.");
  requireOrder(file.events);
  const runs = runsOf(file.events);
  if (runs.at(-1)?.id !== file.runId) throw refuse("The run it is about is not its last one.");
  for (const run of runs) requireProof(run, file);
  // What a real host did is what the gateway saw, and nothing that a file can show.
  if (runs.some(({ started }) => started.payload.host)) throw refuse("It says to be of a live host.");
  return { file, runs };
}

function requireOrder(events: readonly SessionEvent[]): void {
  for (const [index, event] of events.entries())
    if (event.seq < 1 || event.seq <= (events[index - 1]?.seq ?? 0))
      throw refuse("Its events are not in the order of seq.");
    else if (event.seq > largestInteger || Math.abs(event.turn) > largestInteger || event.at < firstYear)
      throw refuse(`Event ${event.seq} has a number or a date that cannot be kept.`);
}

function runsOf(events: readonly SessionEvent[]): RecordedRun[] {
  const runs = new Map<string, RecordedRun>();
  for (const event of events) {
    const run = runs.get(event.runId);
    if (run) run.events.push(event);
    else if (event.type === "run-started")
      runs.set(event.runId, { id: event.runId, events: [event], started: event });
    else throw refuse("A run of it has no beginning.");
  }
  for (const { events: own } of runs.values()) {
    const count = (type: SessionEvent["type"]) => own.filter((event) => event.type === type).length;
    if (count("run-started") !== 1 || count("run-finished") > 1)
      throw refuse("A run of it begins or ends twice.");
  }
  return [...runs.values()];
}

/** Only what a model is recorded to have said may be shown as a model's. */
function requireProof({ id, started, events }: RecordedRun, { exchanges }: RecordingFile): void {
  if (started.payload.model.kind === "rules") return;
  for (const event of events) {
    if (event.type !== "model-step") continue;
    const { step, response } = event.payload;
    const exchange = exchanges.find((one) => one.runId === id && one.step === step);
    const said = response.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    const recorded = exchange?.parts.map(({ part }) => textPart.safeParse(part).data?.delta ?? "").join("");
    if (recorded !== said)
      throw refuse(`It says that a model answered step ${step}, and does not hold what the model sent.`);
  }
}
