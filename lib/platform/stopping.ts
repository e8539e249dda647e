import "server-only";

declare global {
  var greenroomStopping: AbortController | undefined;
}
// Pages, routes and the start of the server are separate bundles of one process: all of them stop at once.
function stopper(): AbortController {
  globalThis.greenroomStopping ??= new AbortController();
  return globalThis.greenroomStopping;
}

/**
 * Aborted once this server was asked to stop. Answers that never end by themselves end then: the server waits for
 * every answer that is under way, and would be killed in the middle of what it still had to finish.
 */
export const stopping = (): AbortSignal => stopper().signal;

/** Has `stopping` follow what the system asks of this process. The server's own listeners still end it. */
export function listenForStop(): void {
  process.once("SIGTERM", () => stopper().abort());
}
