"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CheckCheck, GitPullRequest } from "lucide-react";
import { useState } from "react";
import { type InboxFilter, inboxQuery, unreadQuery } from "@/components/data/inbox-queries";
import { reviewsPath } from "@/components/data/review-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { FootLine } from "@/components/layout/foot-line";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { formatNumber } from "@/components/ui/format";
import { PagedList } from "@/components/ui/paged-list";
import { itemsOf } from "@/components/ui/paged-query";
import { Select } from "@/components/ui/select";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { client } from "@/lib/api/client";
import { InboxExample } from "./inbox-example";
import { InboxList } from "./inbox-list";
import { useMarkNotices } from "./use-mark-notices";

const keys = [
  { keys: "j k", label: "move" },
  { keys: "enter", label: "open" },
  { keys: "u", label: "read or unread" },
  { keys: "?", label: "all keys" },
] as const;

/** What concerns the person in this workspace, as it comes in. */
export function InboxPage() {
  const { slug: workspace } = useWorkspace();
  const [filter, setFilter] = useState<InboxFilter>("all");
  const list = useInfiniteQuery(inboxQuery(client.inbox, workspace, filter));
  const count = useUnreadCount(workspace);
  const { mark, markAll } = useMarkNotices(workspace);
  const newest = itemsOf(list)[0];
  const blocked = count === 0 ? "Everything is read." : undefined;
  const readAll = () => {
    if (newest && blocked === undefined) markAll({ upTo: newest.id });
  };
  useShortcut("shift+u", "Mark all as read", readAll);
  return (
    <Page
      top={
        <TopLine
          title="Inbox"
          actions={
            newest ? (
              <Button icon={CheckCheck} blockedReason={blocked} onClick={readAll}>
                Mark all as read
              </Button>
            ) : null
          }
        />
      }
      foot={
        <FootLine keys={keys}>
          <span role="status">{count === undefined ? "" : `${formatNumber(count)} unread`}</span>
        </FootLine>
      }
    >
      <FilterBar label="Filter the inbox">
        <Select
          aria-label="Show"
          value={filter}
          onChange={({ target }) => setFilter(target.value === "unread" ? "unread" : "all")}
        >
          <option value="all">Everything</option>
          <option value="unread">Unread</option>
        </Select>
      </FilterBar>
      <div className="min-h-0 flex-1 overflow-auto compact:overflow-visible">
        <PagedList
          list={list}
          loading="Loading the inbox"
          failed="The inbox could not be read"
          empty={<NothingHere filter={filter} onShowAll={() => setFilter("all")} />}
        >
          {(lines) => (
            <InboxList workspace={workspace} items={lines} onMark={(line, read) => mark({ line, read })} />
          )}
        </PagedList>
      </div>
    </Page>
  );
}

/** Nothing while the page is taken over: the rail asks for the same, and may have its answer sooner or later. */
function useUnreadCount(workspace: string): number | undefined {
  const { data } = useQuery(unreadQuery(client.inbox, workspace));
  return useIsHydrated() ? data?.unread : undefined;
}

function NothingHere({ filter, onShowAll }: { filter: InboxFilter; onShowAll: () => void }) {
  const { slug: workspace } = useWorkspace();
  if (filter === "unread")
    return (
      <EmptyState
        inline
        title="Everything is read"
        action={<Button onClick={onShowAll}>Show everything</Button>}
      />
    );
  return (
    <EmptyState
      title="Nothing has come in yet"
      action={
        <ButtonLink href={reviewsPath(workspace)} icon={GitPullRequest} variant="primary" size="large">
          Go to reviews
        </ButtonLink>
      }
      example={<InboxExample />}
    >
      You hear of it here when somebody asks you for a review, mentions you or answers you, when an approval
      goes stale or a skill is published, when an import of yours is done, and a week before a key of yours
      expires.
    </EmptyState>
  );
}
