import type { ChangeTopic } from "@/lib/notifications/change-options";

/**
 * Says what moved. Queries fresher than `olderThanMs` know of it already. `sessions` are the conversations of live
 * hosts that did; any of them when null.
 */
export type Moved = {
  topics: readonly ChangeTopic[];
  olderThanMs: number;
  sessions: readonly string[] | null;
};

const everything: readonly ChangeTopic[] = [
  "library",
  "agents",
  "reviews",
  "members",
  "inbox",
  "live",
  "proof",
];
/** A page comes with data of its own: what is younger than this was asked for after the page was. */
const pageAgeMs = 5_000;
/** What one tab tells the others instead of what moved. */
const refused = "refused";
const firstRetryMs = 3_000;
const longestRetryMs = 60_000;

type Followers = {
  onMoved: (moved: Moved) => void;
  /** The server has answered, and not with a stream: who asks may be signed out, or no member any more. */
  onRefused: () => void;
};

/**
 * Tells what moves in a workspace, with one connection for all tabs of a browser: the tab that holds the lock listens
 * and tells the others. Browsers allow six connections to one server, and every tab needs some for itself. Where there
 * are no locks (pages that came over plain HTTP), each tab listens itself.
 */
export function followChanges(
  place: { workspace: string; person: string },
  { onMoved, onRefused }: Followers,
): () => void {
  if (typeof EventSource === "undefined") return () => {};
  const address = `/api/v1/workspaces/${encodeURIComponent(place.workspace)}/changes`;
  const leave = new AbortController();
  if (!("locks" in navigator) || typeof BroadcastChannel === "undefined") {
    void listen(address, { onMoved, onRefused }, leave.signal);
    return () => leave.abort();
  }
  // Another person's inbox is another connection: somebody may sign out here, and somebody else in.
  const name = `greenroom:changes:${place.person}:${place.workspace}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === refused) return onRefused();
    const moved = readMoved(data);
    if (moved) onMoved(moved);
  };
  const tellAll = {
    onMoved: (moved: Moved) => {
      onMoved(moved);
      channel.postMessage(moved);
    },
    onRefused: () => {
      onRefused();
      channel.postMessage(refused);
    },
  };
  navigator.locks
    .request(name, { signal: leave.signal }, () => listen(address, tellAll, leave.signal))
    .catch(() => {});
  return () => {
    leave.abort();
    channel.close();
  };
}

/** Listens until `signal`. A connection that broke is made again, and then everything may have moved. */
function listen(address: string, { onMoved, onRefused }: Followers, signal: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryMs = firstRetryMs;
  let wasOpen = false;
  const open = () => {
    source = new EventSource(address);
    source.onopen = () => {
      onMoved({ topics: everything, olderThanMs: wasOpen ? 0 : pageAgeMs, sessions: null });
      wasOpen = true;
      retryMs = firstRetryMs;
    };
    source.addEventListener("changed", ({ data }: MessageEvent<string>) => {
      const moved = readMoved({ ...JSON.parse(data), olderThanMs: 0 });
      if (moved) onMoved(moved);
    });
    // A browser connects again by itself unless the server has answered with an error.
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      onRefused();
      retry = setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    };
  };
  signal.addEventListener("abort", () => {
    source?.close();
    clearTimeout(retry);
    ended.resolve();
  });
  if (signal.aborted) ended.resolve();
  else open();
  return ended.promise;
}

/** A newer server or tab may know topics that this page does not. */
function readMoved(data: unknown): Moved | null {
  if (typeof data !== "object" || data === null) return null;
  if (!("topics" in data) || !Array.isArray(data.topics) || !("olderThanMs" in data)) return null;
  const told: unknown[] = data.topics;
  const topics = everything.filter((topic) => told.includes(topic));
  const named: unknown = "sessions" in data ? data.sessions : null;
  const sessions = Array.isArray(named) ? named.filter((id) => typeof id === "string") : null;
  return { topics, olderThanMs: typeof data.olderThanMs === "number" ? data.olderThanMs : 0, sessions };
}
