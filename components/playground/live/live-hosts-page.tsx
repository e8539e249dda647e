"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import Link from "next/link";
import { liveSessionsQuery } from "@/components/data/live-queries";
import { liveHostPath, playgroundPath } from "@/components/data/playground-paths";
import { hostsPath } from "@/components/data/settings-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatNumber } from "@/components/ui/format";
import { PagedList } from "@/components/ui/paged-list";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { client } from "@/lib/api/client";
import type { LiveSession } from "@/lib/gateway/live-schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { hostName } from "./live-badge";
import { ServedSessions } from "./served-sessions";

/** Every session of a live host that one may see, the last used first. */
export function LiveHostsPage() {
  const { slug: workspace } = useWorkspace();
  const list = useInfiniteQuery(liveSessionsQuery(client.gateway, workspace));
  const connect = (
    <ButtonLink href={`${hostsPath(workspace)}?connect=1`} variant="primary" icon={Plug}>
      Connect a host
    </ButtonLink>
  );
  return (
    <Page
      top={
        <TopLine
          title="Live hosts"
          crumbs={[{ label: "Playground", href: playgroundPath(workspace) }]}
          primary={connect}
        />
      }
      scroll
    >
      <PagedList
        list={list}
        loading="Loading sessions"
        failed="The sessions could not be read"
        empty={
          <EmptyState title="No host was here yet" inline action={connect}>
            Connect Claude Code, Codex or Gemini CLI: what it does with your skills appears here while it
            works, with the version of each text that it really uses.
          </EmptyState>
        }
      >
        {(items) => <SessionTable items={items} />}
      </PagedList>
      <ServedSessions />
    </Page>
  );
}

function SessionTable({ items }: { items: readonly LiveSession[] }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Table caption="Sessions of live hosts, the last used first" className="min-w-[560px] compact:min-w-0">
      <thead>
        <tr>
          <HeaderCell>Host</HeaderCell>
          <HeaderCell width={180}>Key</HeaderCell>
          <HeaderCell width={140} className="compact:hidden">
            Of
          </HeaderCell>
          <HeaderCell width={90} numeric className="compact:hidden">
            Requests
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
                href={liveHostPath(workspace, session.id)}
                className="inline-flex min-h-6 items-center font-medium text-ink underline-offset-3 hover:underline"
              >
                {hostName(session)}
                {session.hostVersion === null ? null : (
                  <span className="ml-1.5 font-normal text-ink-3 compact:hidden">
                    <ShownText text={session.hostVersion} />
                  </span>
                )}
              </Link>
            </Cell>
            <Cell title={markHidden(session.key.name)}>
              <ShownText text={session.key.name} />
            </Cell>
            <Cell className="compact:hidden">
              <ShownText text={session.person.name} />
            </Cell>
            <Cell numeric className="compact:hidden">
              {formatNumber(session.exchangeCount)}
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
