"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { servedPath } from "@/components/data/playground-paths";
import { servedSessionsQuery } from "@/components/data/served-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { formatNumber } from "@/components/ui/format";
import { PagedList } from "@/components/ui/paged-list";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { client } from "@/lib/api/client";
import type { ServedSession } from "@/lib/served/schema";
import { stateWords, wayWords } from "./served-words";

/** Every session of an agent's own program that one may see, the last used first. */
export function ServedSessions() {
  const { slug: workspace } = useWorkspace();
  const list = useInfiniteQuery(servedSessionsQuery(client.served, workspace));
  return (
    <section aria-labelledby="delivered-live" className="border-line border-t pt-4">
      <h2 id="delivered-live" className="px-4 pb-2">
        Delivered live
      </h2>
      <PagedList
        list={list}
        loading="Loading sessions of agents’ programs"
        failed="The sessions of agents’ programs could not be read"
        empty={
          <p className="px-4 pb-4 text-ink-2">
            No program of an agent was here yet. With a key to deliver it opens sessions over REST or MCP, and
            what it is told and answered appears here.
          </p>
        }
      >
        {(items) => <ServedTable items={items} />}
      </PagedList>
    </section>
  );
}

function ServedTable({ items }: { items: readonly ServedSession[] }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Table
      caption="Sessions of agents’ own programs, the last used first"
      className="min-w-[560px] compact:min-w-0"
    >
      <thead>
        <tr>
          <HeaderCell>Agent</HeaderCell>
          <HeaderCell width={180}>Key</HeaderCell>
          <HeaderCell width={140} className="compact:hidden">
            State
          </HeaderCell>
          <HeaderCell width={90} numeric className="compact:hidden">
            Calls
          </HeaderCell>
          <HeaderCell width={84} numeric>
            Last
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {items.map((session) => (
          <Row key={session.id}>
            <Cell>
              <Link
                href={servedPath(workspace, session.id)}
                className="inline-flex min-h-6 items-center font-medium text-ink underline-offset-3 hover:underline"
              >
                <ShownText text={session.agent.name} />
                <span className="ml-1.5 font-normal text-ink-3">
                  <ShownText text={[wayWords[session.via], session.client].filter(Boolean).join(", ")} />
                </span>
              </Link>
            </Cell>
            <Cell>
              <ShownText text={session.key.name} />
            </Cell>
            <Cell className="compact:hidden">{stateWords[session.state]}</Cell>
            <Cell numeric className="compact:hidden">
              {formatNumber(session.calls)}
            </Cell>
            <Cell numeric>
              <RelativeTime at={session.lastAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
