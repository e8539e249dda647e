"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { liveSessionsQuery } from "@/components/data/live-queries";
import { liveHostPath, playgroundPath } from "@/components/data/playground-paths";
import { hostsPath } from "@/components/data/settings-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PagedList } from "@/components/ui/paged-list";
import { client } from "@/lib/api/client";
import { hostName } from "./live-badge";
import { ServedSessions } from "./served-sessions";
import { SessionsTable } from "./sessions-table";

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
        {(items) => (
          <SessionsTable
            caption="Sessions of live hosts, the last used first"
            items={items}
            who="Host"
            href={({ id }) => liveHostPath(workspace, id)}
            name={hostName}
            after={({ hostVersion }) => hostVersion ?? ""}
            counted="Requests"
            count={({ exchangeCount }) => exchangeCount}
          />
        )}
      </PagedList>
      <ServedSessions />
    </Page>
  );
}
