"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Columns2,
  LoaderCircle,
  Lock,
  Plus,
  Search,
  Square,
  Unplug,
} from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { formatNumber } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { client } from "@/lib/api/client";
import type { Conversation } from "@/lib/sessions/schema";
import { ConversationMenu } from "./conversation-menu";
import { FirstConversation } from "./first-conversation";
import { OpenRecording } from "./open-recording";
import { comparisonsPath, conversationPath, newConversationPath } from "./playground-paths";
import { agentsQuery, conversationsQuery } from "./session-queries";

const noFilters = { query: "", agent: "" };

/** Every conversation that one may see, the last used first. */
export function ConversationsPage() {
  const { slug: workspace } = useWorkspace();
  const router = useRouter();
  const [filters, setFilters] = useState(noFilters);
  const list = useInfiniteQuery({
    ...conversationsQuery(client.sessions, workspace, filters),
    placeholderData: (before) => before,
  });
  const { data: agents } = useQuery(agentsQuery(client.agents, workspace));
  useShortcut("c", "New conversation", () => router.push(newConversationPath(workspace)));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = filters.query !== "" || filters.agent !== "";
  const isBare = list.isSuccess && items.length === 0 && !isFiltered;
  return (
    <Page
      top={
        <TopLine
          title="Playground"
          actions={
            <>
              <OpenRecording />
              <ButtonLink href={comparisonsPath(workspace)} variant="ghost" icon={Columns2}>
                Comparisons
              </ButtonLink>
            </>
          }
          primary={
            isBare ? null : (
              <ButtonLink href={newConversationPath(workspace)} variant="primary" icon={Plus} shortcut="C">
                New conversation
              </ButtonLink>
            )
          }
        />
      }
      scroll={isBare}
    >
      {isBare ? (
        <FirstConversation agent={agents?.items[0]} />
      ) : (
        <>
          <FilterBar label="Filter conversations">
            <Input
              type="search"
              icon={Search}
              aria-label="Search titles"
              placeholder="Search titles"
              value={filters.query}
              onChange={({ target }) => setFilters({ ...filters, query: target.value })}
              className="w-64"
            />
            <Select
              aria-label="Agent"
              value={filters.agent}
              onChange={({ target }) => setFilters({ ...filters, agent: target.value })}
            >
              <option value="">Any agent</option>
              {agents?.items.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
          </FilterBar>
          <div className="min-h-0 flex-1 overflow-auto compact:overflow-x-auto">
            {list.isPending ? <SkeletonRows label="Loading conversations" /> : null}
            {list.isError && items.length === 0 ? (
              <Notice
                tone="error"
                title="The conversations could not be read"
                className="m-4"
                action={<Button onClick={() => list.refetch()}>Try again</Button>}
              >
                {list.error.message}
              </Notice>
            ) : null}
            {items.length > 0 ? <ConversationTable items={items} /> : null}
            {list.isSuccess && items.length === 0 ? (
              <EmptyState
                inline
                title="No conversation fits"
                action={<Button onClick={() => setFilters(noFilters)}>Clear the filters</Button>}
              />
            ) : null}
            {list.hasNextPage ? (
              <div className="p-3">
                <Button pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
                  Show more
                </Button>
              </div>
            ) : null}
          </div>
        </>
      )}
    </Page>
  );
}

function ConversationTable({ items }: { items: readonly Conversation[] }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Table caption="Conversations, the last used first" className="min-w-[640px]">
      <thead>
        <tr>
          <HeaderCell>Title</HeaderCell>
          <HeaderCell width={180}>Agent</HeaderCell>
          <HeaderCell width={130}>Last run</HeaderCell>
          <HeaderCell width={64} numeric>
            Turns
          </HeaderCell>
          <HeaderCell width={84} numeric>
            Used
          </HeaderCell>
          <HeaderCell width={56}>
            <span className="sr-only">More</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {items.map((conversation) => (
          <Row key={conversation.id}>
            <Cell>
              <Link
                href={conversationPath(workspace, conversation.id)}
                className="inline-flex min-h-6 max-w-full items-center gap-1.5 align-middle font-medium text-ink underline-offset-3 hover:underline"
              >
                <span className="truncate">{conversation.title}</span>
                {conversation.shared ? null : (
                  <>
                    <Icon of={Lock} size={13} className="text-ink-3" />
                    <span className="sr-only">private</span>
                  </>
                )}
              </Link>
              {conversation.overlay.length > 0 ? (
                <span className="ml-2 align-middle text-12 text-ink-3">
                  with <code>{conversation.overlay.map(({ name }) => name).join(", ")}</code> in another
                  version
                </span>
              ) : null}
            </Cell>
            <Cell>{conversation.agent?.name ?? "Recording"}</Cell>
            <Cell>
              <LastRun run={conversation.lastRun} />
            </Cell>
            <Cell numeric>{formatNumber(conversation.turns)}</Cell>
            <Cell numeric>
              <RelativeTime at={conversation.updatedAt} />
            </Cell>
            <Cell className="overflow-visible text-right">
              <ConversationMenu conversation={conversation} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const runLooks = {
  running: { icon: LoaderCircle, word: "Running", tone: "neutral" },
  done: { icon: CircleCheck, word: "Finished", tone: "neutral" },
  stopped: { icon: Square, word: "Stopped", tone: "neutral" },
  interrupted: { icon: Unplug, word: "Interrupted", tone: "warning" },
  failed: { icon: CircleX, word: "Failed", tone: "error" },
} as const;

function LastRun({ run }: { run: Conversation["lastRun"] }) {
  if (!run) return <State icon={CircleDashed}>Not begun</State>;
  const { icon, word, tone } = runLooks[run.state];
  return (
    <State icon={icon} tone={tone}>
      {word}
    </State>
  );
}
