"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { servedPath } from "@/components/data/playground-paths";
import { servedSessionsQuery } from "@/components/data/served-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { PagedList } from "@/components/ui/paged-list";
import { client } from "@/lib/api/client";
import { stateWords, wayWords } from "./served-words";
import { SessionsTable } from "./sessions-table";

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
        {(items) => (
          <SessionsTable
            caption="Sessions of agents’ own programs, the last used first"
            items={items}
            who="Agent"
            href={({ id }) => servedPath(workspace, id)}
            name={({ agent }) => agent.name}
            after={({ via, client: program }) => [wayWords[via], program].filter(Boolean).join(", ")}
            more={{ heading: "State", cell: ({ state }) => stateWords[state] }}
            counted="Calls"
            count={({ calls }) => calls}
          />
        )}
      </PagedList>
    </section>
  );
}
