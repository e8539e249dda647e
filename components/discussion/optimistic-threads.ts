import type { QueryClient } from "@tanstack/react-query";
import { type ThreadScope, threadKeys } from "@/components/data/thread-queries";
import { toast } from "@/components/ui/toaster";
import type { Thread, ThreadList } from "@/lib/discussion/schema";

export const sayWhy = (error: unknown) =>
  toast.error(error instanceof Error ? error.message : "That did not work.");

/** As a mutation, so that the page knows of a write that is under way; what fails is said by whoever asked. */
export const write = <Answer>(cache: QueryClient, ask: () => Promise<Answer>): Promise<Answer> =>
  cache
    .getMutationCache()
    .build<Answer, Error, void, unknown>(cache, { mutationFn: ask, meta: { silent: true } })
    .execute();

/** The threads of one place as they are shown: changed at once, and put right by the server's answer. */
export function optimisticThreads(cache: QueryClient, workspace: string, scope: ThreadScope) {
  const key = threadKeys.of(workspace, scope);
  const change = (edit: (items: Thread[]) => Thread[]) =>
    cache.setQueryData<ThreadList>(key, (list) => list && { items: edit(list.items) });
  const put = (id: string, edit: (thread: Thread) => Thread) =>
    change((items) => items.map((thread) => (thread.id === id ? edit(thread) : thread)));
  /** Threads stand in reviews and conversations, and open ones count for the policy. */
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: threadKeys.all(workspace) });
    void cache.invalidateQueries({ queryKey: ["reviews", workspace] });
  };
  /** Shows a change of thread `id` and asks for it; what the server refuses goes again, with its reason. */
  const attempt = async (id: string, show: () => void, ask: () => Promise<Thread>): Promise<Thread> => {
    await cache.cancelQueries({ queryKey: key });
    const before = cache.getQueryData<ThreadList>(key);
    show();
    try {
      const thread = await write(cache, ask);
      put(id, () => thread);
      return thread;
    } catch (error) {
      cache.setQueryData(key, before);
      sayWhy(error);
      throw error;
    } finally {
      refresh();
    }
  };
  return { change, put, refresh, attempt };
}

export type OptimisticThreads = ReturnType<typeof optimisticThreads>;
