import { answerOfRun } from "@/lib/runtime/answer-end";
import type { AnswerKind, EventOf, RunOutcome, SessionEvent } from "@/lib/runtime/events";

/** What the model said in one step of one run: the pieces streamed so far, in order. */
export type Answer = {
  kind: "answer";
  key: string;
  /** The event that stands for it: its model-step once there is one, its first piece until then. */
  seq: number;
  /** Every event that is part of it. */
  seqs: number[];
  turn: number;
  step: number;
  text: string;
  /** `cut`: the run ended before the step did; the text stays. */
  state: "writing" | "done" | "cut";
  durationMs: number | null;
};

export type MessageRow = {
  kind: "message";
  key: string;
  seq: number;
  turn: number;
  start: EventOf<"run-started">;
};
export type EventRow = {
  kind: "event";
  key: string;
  seq: number;
  turn: number;
  event: Exclude<
    SessionEvent,
    EventOf<"run-started" | "text" | "model-step" | "run-finished" | "script-output">
  >;
};
/** A run that did not simply finish says so in words; one whose model refused, was cut off or said nothing, too. */
export type EndingRow = {
  kind: "ending";
  key: string;
  seq: number;
  turn: number;
  outcome: RunOutcome;
  /** Of a run that is done: what became of its answer. */
  answer: AnswerKind | null;
  message: string;
};
export type TranscriptRow = MessageRow | EventRow | Answer | EndingRow;

/** An exchange is everything between one message and the next. */
export type Turn = {
  turn: number;
  runId: string;
  start: EventOf<"run-started">;
  rows: TranscriptRow[];
  /** They stand in order; text pieces are among them. */
  events: SessionEvent[];
  end: EventOf<"run-finished"> | null;
};

/**
 * Takes the log of a branch apart into exchanges. Events whose start is missing are left out: they cannot be told in
 * words. Exchanges of `before` that have not grown are given back as they are, so that only what is new is drawn
 * again.
 */
export function groupTurns(events: readonly SessionEvent[], before: readonly Turn[] = []): Turn[] {
  const byRun = new Map<string, Turn>();
  for (const event of events) {
    if (event.type === "run-started") {
      const { turn, runId } = event;
      byRun.set(runId, { turn, runId, start: event, rows: [], events: [], end: null });
    }
    byRun.get(event.runId)?.events.push(event);
  }
  const known = new Map(before.map((turn) => [turn.runId, turn]));
  return [...byRun.values()].map((turn) => {
    const same = known.get(turn.runId);
    if (same?.events.length === turn.events.length) return same;
    addRows(turn);
    return same ? { ...turn, rows: turn.rows.map((row, at) => unlessChanged(row, same.rows[at])) } : turn;
  });
}

/** Rows are only added below, so the one that stood here is the same one; an answer may have grown since. */
function unlessChanged(row: TranscriptRow, before: TranscriptRow | undefined): TranscriptRow {
  if (before?.key !== row.key) return row;
  if (row.kind !== "answer") return before;
  const same =
    before.kind === "answer" && before.seqs.length === row.seqs.length && before.state === row.state;
  return same ? before : row;
}

function addRows(turn: Turn): void {
  const answers = new Map<number, Answer>();
  for (const event of turn.events) {
    switch (event.type) {
      case "run-started":
        turn.rows.push({
          kind: "message",
          key: `${event.seq}`,
          seq: event.seq,
          turn: turn.turn,
          start: event,
        });
        break;
      case "text":
        addText(turn, answers, event);
        break;
      case "model-step":
        finishAnswer(answers.get(event.payload.step), event);
        break;
      case "run-finished":
        turn.end = event;
        finishTurn(turn, answers, event);
        break;
      case "catalogue-injected":
        // Told again only when its text is another one.
        if (event.payload.unchangedSinceSeq === null) pushEvent(turn, event);
        break;
      case "script-output":
        // What it wrote stands below while it runs, and with its end.
        break;
      default:
        pushEvent(turn, event);
    }
  }
}

/** Whether a turn had skills, is over, and no skill came in or was active in it: then people ask why. */
export function activatedNothing({ start, events, end }: Turn): boolean {
  if (end === null || start.payload.offered.length === 0) return false;
  return !events.some(
    (event) =>
      event.type === "skill-activated" ||
      event.type === "skill-reactivated" ||
      event.type === "skill-already-active" ||
      (event.type === "catalogue-injected" &&
        (event.payload.mode === "eager" || (event.payload.eager ?? []).length > 0)),
  );
}

function pushEvent(turn: Turn, event: EventRow["event"]): void {
  turn.rows.push({ kind: "event", key: `${event.seq}`, seq: event.seq, turn: turn.turn, event });
}

function addText(turn: Turn, answers: Map<number, Answer>, event: EventOf<"text">): void {
  const { step, text } = event.payload;
  const known = answers.get(step);
  if (known) {
    known.text += text;
    known.seqs.push(event.seq);
    return;
  }
  const answer: Answer = {
    kind: "answer",
    key: `${turn.runId}:${step}`,
    seq: event.seq,
    seqs: [event.seq],
    turn: turn.turn,
    step,
    text,
    state: "writing",
    durationMs: null,
  };
  answers.set(step, answer);
  turn.rows.push(answer);
}

function finishAnswer(answer: Answer | undefined, event: EventOf<"model-step">): void {
  if (!answer) return;
  answer.state = "done";
  answer.durationMs = event.payload.durationMs;
  answer.seqs.push(event.seq);
  answer.seq = event.seq;
}

const endings = {
  stopped: "Stopped. What was written until then is kept.",
  interrupted: "Interrupted: the server that ran it went away. What was written until then is kept.",
  failed: "Failed.",
} as const satisfies Record<Exclude<EndingRow["outcome"], "done">, string>;

function finishTurn(turn: Turn, answers: Map<number, Answer>, event: EventOf<"run-finished">): void {
  for (const answer of answers.values()) if (answer.state === "writing") answer.state = "cut";
  const { outcome, error } = event.payload;
  const row = { kind: "ending" as const, key: `${event.seq}`, seq: event.seq, turn: turn.turn, outcome };
  if (outcome === "done") {
    const answer = answerOfRun(turn.events);
    if (answer && answer.kind !== "answered")
      turn.rows.push({ ...row, answer: answer.kind, message: answer.message });
    return;
  }
  const message = outcome === "failed" && error ? `Failed: ${error.message}` : endings[outcome];
  turn.rows.push({ ...row, answer: null, message });
}

/** Why a turn has no whole answer, in words; null where it has one, or is still at it. */
export function lackOf(turn: Turn | undefined): string | null {
  const end = turn?.rows.find((row) => row.kind === "ending");
  return end?.kind === "ending" ? end.message : null;
}

/** The run that goes on now, if any. */
export function runningTurn(turns: readonly Turn[]): Turn | null {
  const last = turns.at(-1);
  return last && last.end === null ? last : null;
}
