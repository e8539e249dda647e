"use client";

import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { inboxKeys } from "@/components/data/inbox-queries";
import { client, unwrap } from "@/lib/api/client";
import type { Notification, NotificationList, UnreadCount } from "@/lib/notifications/schema";

type Lists = InfiniteData<NotificationList>;
const route = client.inbox.workspaces[":workspace"].inbox;

/** Marks lines as read and unread: at once on the screen, and as the server has it when that fails. */
export function useMarkNotices(workspace: string) {
  const cache = useQueryClient();
  const change = (readAt: (line: Notification) => string | null) =>
    cache.setQueriesData<Lists>({ queryKey: inboxKeys.lists(workspace) }, (lists) => {
      if (!lists) return lists;
      const marked = (line: Notification) => ({ ...line, readAt: readAt(line) });
      return { ...lists, pages: lists.pages.map((page) => ({ ...page, items: page.items.map(marked) })) };
    });
  const count = (next: (unread: number) => number) =>
    cache.setQueryData<UnreadCount>(
      inboxKeys.unread(workspace),
      (now) => now && { unread: Math.max(0, next(now.unread)) },
    );
  const askAgain = () => cache.invalidateQueries({ queryKey: inboxKeys.all(workspace) });

  const one = useMutation({
    mutationFn: ({ line, read }: { line: Notification; read: boolean }) =>
      unwrap(route[":notification"].$patch({ param: { workspace, notification: line.id }, json: { read } })),
    onMutate: ({ line, read }) => {
      if ((line.readAt !== null) === read) return;
      const at = read ? new Date().toISOString() : null;
      change((other) => (other.id === line.id ? at : other.readAt));
      count((unread) => unread + (read ? -1 : 1));
    },
    onSettled: askAgain,
  });
  const all = useMutation({
    mutationFn: ({ upTo }: { upTo: string }) =>
      unwrap(route.read.$post({ param: { workspace }, json: { upTo } })),
    onMutate: () => {
      const at = new Date().toISOString();
      change(({ readAt }) => readAt ?? at);
      count(() => 0);
    },
    onSettled: askAgain,
  });
  return { mark: one.mutate, markAll: all.mutate };
}
