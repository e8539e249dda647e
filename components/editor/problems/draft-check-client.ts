import type { CheckedFile, CheckRequest, CheckResult } from "./check-draft";

export type CheckSubject = Omit<CheckRequest, "sequence">;

/** The part of Worker that is needed; a test hands in its own. */
export type CheckPort = {
  postMessage(request: CheckRequest): void;
  onResult(listener: (result: CheckResult) => void): void;
  terminate(): void;
};

export function startCheckWorker(): CheckPort {
  const worker = new Worker(new URL("./draft-check.worker.ts", import.meta.url), { type: "module" });
  return {
    postMessage: (request) => worker.postMessage(request),
    onResult: (listener) =>
      worker.addEventListener("message", (event: MessageEvent<CheckResult>) => listener(event.data)),
    terminate: () => worker.terminate(),
  };
}

/**
 * Checks a draft off the main thread: one request under way at a time, the newest waiting one follows it, and only
 * texts that changed since the last request travel.
 */
export class DraftCheckClient {
  private sent = new Map<string, string>();
  private sequence = 0;
  private busy = false;
  private asked: CheckSubject | null = null;
  private waiting: CheckSubject | null = null;

  constructor(
    private readonly port: CheckPort,
    onResult: (result: CheckResult, subject: CheckSubject) => void,
  ) {
    port.onResult((result) => {
      this.busy = false;
      const next = this.waiting;
      this.waiting = null;
      if (next) this.post(next);
      else if (this.asked) onResult(result, this.asked);
    });
  }

  check(subject: CheckSubject): void {
    if (this.busy) this.waiting = subject;
    else this.post(subject);
  }

  stop(): void {
    this.waiting = null;
    this.port.terminate();
  }

  private post(subject: CheckSubject): void {
    this.busy = true;
    this.asked = subject;
    this.sequence += 1;
    const before = this.sent;
    this.sent = new Map();
    const files = subject.files.map((file): CheckedFile => {
      if (file.text === undefined) return file;
      this.sent.set(file.path, file.text);
      if (before.get(file.path) !== file.text) return file;
      const { text: _, ...known } = file;
      return known;
    });
    this.port.postMessage({ ...subject, files, sequence: this.sequence });
  }
}
