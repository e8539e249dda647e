import { act } from "@testing-library/react";
import type { SessionEvent } from "@/lib/runtime/events";

/** The server's event streams for component tests, which jsdom has none of: `tell` sends to all that are open. */
export function eventStreams() {
  const open = new Set<EventStream>();
  class EventStream extends EventTarget {
    onopen: (() => void) | null = null;
    onmessage: ((message: { data: string }) => void) | null = null;
    onerror: (() => void) | null = null;
    constructor(readonly url: string) {
      super();
      open.add(this);
    }
    close() {
      open.delete(this);
    }
  }
  /** How many are open now. */
  const count = () => open.size;
  const tell = (...events: SessionEvent[]) =>
    act(async () => {
      for (const stream of open)
        for (const event of events) stream.onmessage?.({ data: JSON.stringify(event) });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  return { EventStream, count, tell };
}
