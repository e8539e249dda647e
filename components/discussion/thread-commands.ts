import type { Comment, Thread } from "@/lib/discussion/schema";
import type { Written } from "./comment-composer";

/** What can be done with a thread. Those that return a promise keep what was written when they fail. */
export type ThreadCommands = {
  reply: (thread: Thread, written: Written) => Promise<unknown>;
  edit: (thread: Thread, comment: Comment, body: string) => Promise<unknown>;
  remove: (thread: Thread, comment: Comment) => Promise<unknown>;
  resolve: (thread: Thread, resolved: boolean) => void;
  /** Null where there is no draft to apply it to. */
  apply: ((thread: Thread, comment: Comment) => Promise<unknown>) | null;
};

const pendingPrefix = "pending:";

/** The id of a comment or thread that the server has not confirmed yet. */
export const pendingId = () => `${pendingPrefix}${crypto.randomUUID()}`;
export const isPending = ({ id }: { id: string }) => id.startsWith(pendingPrefix);
