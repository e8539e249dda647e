import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { libraryKeys } from "@/components/data/library-queries";
import { reviewKeys } from "@/components/data/review-queries";
import { type ThreadScope, threadKeys } from "@/components/data/thread-queries";
import { toast } from "@/components/ui/toaster";
import type { Thread, ThreadList } from "@/lib/discussion/schema";

export const sayWhy = (error: unknown) =>
  toast.error(error instanceof Error ? error.message : "That did not work.");

/** What one place shows of its threads, and how that is changed before the server has answered. */
function shownThreads(cache: QueryClient, workspace: string, scope: ThreadScope) {
  const key = threadKeys.of(workspace, scope);
  const change = (edit: (items: Thread[]) => Thread[]) =>
    cache.setQueryData<ThreadList>(key, (list) => list && { items: edit(list.items) });
  const put = (id: string, edit: (thread: Thread) => Thread) =>
    change((items) => items.map((thread) => (thread.id === id ? edit(thread) : thread)));
  /** Threads stand in reviews and conversations, and open ones count for the policy. */
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: threadKeys.all(workspace) });
    void cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) });
  };
  /** An applied suggestion has changed the draft as well. */
  const refreshWithSkills = () => {
    refresh();
    void cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) });
  };
  /** Answers what stood there before, for a write that is refused. */
  const showFirst = async (show: () => void) => {
    await cache.cancelQueries({ queryKey: key });
    const before = cache.getQueryData<ThreadList>(key);
    show();
    return before;
  };
  const restore = (before: ThreadList | undefined) => cache.setQueryData(key, before);
  return { change, put, refresh, refreshWithSkills, showFirst, restore };
}

type Attempt = {
  /** Which thread the server's answer replaces. */
  id: string;
  show: () => void;
  ask: () => Promise<Thread>;
};

/**
 * The threads of one place. `attempt` shows a change at once and asks for it: what the server refuses goes again, with
 * its reason. It is a mutation, so that the page knows of a write that is under way.
 */
export function useOptimisticThreads(workspace: string, scope: ThreadScope) {
  const cache = useQueryClient();
  const review = "review" in scope ? scope.review : null;
  const conversation = "conversation" in scope ? scope.conversation : "";
  const shown = useMemo(
    () => shownThreads(cache, workspace, review === null ? { conversation } : { review }),
    [cache, workspace, review, conversation],
  );
  const { mutateAsync: attempt } = useMutation({
    meta: { silent: true },
    mutationFn: ({ ask }: Attempt) => ask(),
    // Handed on, because the page may show another place by the time the server answers.
    onMutate: async ({ show }) => ({ place: shown, before: await shown.showFirst(show) }),
    onSuccess: (thread, { id }, { place }) => place.put(id, () => thread),
    onError: (error, _attempt, shownFirst) => {
      shownFirst?.place.restore(shownFirst.before);
      sayWhy(error);
    },
    onSettled: (_thread, _error, _attempt, shownFirst) => shownFirst?.place.refresh(),
  });
  return useMemo(() => ({ ...shown, attempt }), [shown, attempt]);
}

export type OptimisticThreads = ReturnType<typeof useOptimisticThreads>;
