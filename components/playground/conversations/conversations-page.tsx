"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Columns2, Plus, Radio, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { agentsQuery } from "@/components/data/agent-queries";
import { comparisonsPath, liveHostsPath, newConversationPath } from "@/components/data/playground-paths";
import { conversationsQuery } from "@/components/data/session-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { Input } from "@/components/ui/input";
import { PagedList } from "@/components/ui/paged-list";
import { itemsOf } from "@/components/ui/paged-query";
import { Select } from "@/components/ui/select";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { ConversationTable } from "./conversation-table";
import { FirstConversation } from "./first-conversation";
import { OpenRecording } from "./open-recording";

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
  const isFiltered = filters.query !== "" || filters.agent !== "";
  const isBare = list.isSuccess && itemsOf(list).length === 0 && !list.hasNextPage && !isFiltered;
  return (
    <Page
      top={
        <TopLine
          title="Playground"
          actions={
            <>
              <OpenRecording />
              <ButtonLink href={liveHostsPath(workspace)} variant="ghost" icon={Radio}>
                Live hosts
              </ButtonLink>
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
                  {markHidden(name)}
                </option>
              ))}
            </Select>
          </FilterBar>
          <div className="min-h-0 flex-1 overflow-auto compact:overflow-x-auto">
            <PagedList
              list={list}
              loading="Loading conversations"
              failed="The conversations could not be read"
              empty={
                <EmptyState
                  inline
                  title="No conversation fits"
                  action={<Button onClick={() => setFilters(noFilters)}>Clear the filters</Button>}
                />
              }
            >
              {(items) => <ConversationTable items={items} />}
            </PagedList>
          </div>
        </>
      )}
    </Page>
  );
}
