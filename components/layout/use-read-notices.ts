import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { inboxKeys, unreadQuery } from "@/components/data/inbox-queries";
import { client, unwrap } from "@/lib/api/client";

/** Whoever looks at a review or an import has read what the inbox says of it, also what comes in while it is open. */
export function useReadNotices(workspace: string, about: { review: number } | { import: string }): void {
  const cache = useQueryClient();
  const unread =
    useQuery({ ...unreadQuery(client.inbox, workspace), meta: { silent: true } }).data?.unread ?? 0;
  const review = "review" in about ? about.review : null;
  const ofImport = "import" in about ? about.import : null;
  useEffect(() => {
    if (unread === 0) return;
    const json = review === null ? { import: ofImport ?? "" } : { review };
    unwrap(client.inbox.workspaces[":workspace"].inbox.read.$post({ param: { workspace }, json })).then(
      () => cache.invalidateQueries({ queryKey: inboxKeys.all(workspace) }),
      // The lines stay unread, which is what the inbox shows.
      () => undefined,
    );
  }, [cache, workspace, review, ofImport, unread]);
}
