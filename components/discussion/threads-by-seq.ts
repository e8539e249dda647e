import { formatCount } from "@/components/ui/format";
import type { Thread } from "@/lib/discussion/schema";

/** Sorts threads on events by the number of the event in its conversation. */
export function threadsBySeq(threads: readonly Thread[]): ReadonlyMap<number, readonly Thread[]> {
  const bySeq = new Map<number, Thread[]>();
  for (const thread of threads) {
    const seq = thread.place.kind === "event" ? thread.place.conversation?.seq : undefined;
    if (seq === undefined) continue;
    const known = bySeq.get(seq);
    if (known) known.push(thread);
    else bySeq.set(seq, [thread]);
  }
  return bySeq;
}

/** "2 comments, open"; "1 comment, resolved". */
export function saidWords(threads: readonly Thread[]): string {
  const comments = threads.reduce((sum, thread) => sum + thread.comments.length, 0);
  const isOpen = threads.some(({ resolved }) => resolved === null);
  return `${formatCount(comments, "comment")}, ${isOpen ? "open" : "resolved"}`;
}
