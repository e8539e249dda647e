"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { cachesQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatBytes, formatNumber, formatPercent } from "@/components/ui/format";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { RuntimeCaches } from "@/lib/library/caches/cache-schema";

type Cache = RuntimeCaches["caches"][number];

const words = {
  skills: "Instructions and file lists",
  activations: "Texts of activations",
  catalogues: "Catalogues",
  searchTerms: "Words for the search",
  loads: "What hosts load",
  descriptions: "Checks of packages",
  needs: "What skills need",
  vectors: "What texts mean (embeddings)",
} as const satisfies Record<Cache["name"], string>;

/** What this server keeps in memory, and a button that empties it everywhere. */
export function CachesSettings() {
  const blocked = useBlockedFor("caches.manage");
  if (blocked === undefined) return <CachesTable />;
  return <EmptyState title="Runtime caches are for admins">{blocked}</EmptyState>;
}

function CachesTable() {
  const { slug } = useWorkspace();
  const query = cachesQuery(client.library, slug);
  const { data } = useSuspenseQuery(query);
  const cache = useQueryClient();
  const clear = useMutation({
    mutationFn: () =>
      unwrap(client.library.workspaces[":workspace"].caches.$delete({ param: { workspace: slug } })),
    onSuccess: (emptied) => {
      cache.setQueryData(query.queryKey, emptied);
      toast.success("Caches cleared on every server");
    },
  });
  return (
    <section className="grid gap-3 py-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-[60ch]">
          <h2>Runtime caches</h2>
          <p className="mt-1 text-12 text-ink-3">
            What rehearsals and searches have made of packages, by digest, so a changed skill is never an old
            one. Each server has its own; these are of {data.server}, since it started.
          </p>
        </div>
        <Button onClick={() => clear.mutate()} pending={clear.isPending}>
          Clear
        </Button>
      </div>
      <ScrollingRegion label="Runtime caches">
        <Table caption="Runtime caches of this server" stacked className="min-w-[680px]">
          <thead>
            <tr>
              <HeaderCell>Cache</HeaderCell>
              <HeaderCell numeric width={76}>
                Hits
              </HeaderCell>
              <HeaderCell numeric width={76}>
                Misses
              </HeaderCell>
              <HeaderCell numeric width={76}>
                Hit rate
              </HeaderCell>
              <HeaderCell numeric width={76}>
                Evictions
              </HeaderCell>
              <HeaderCell numeric width={76}>
                Entries
              </HeaderCell>
              <HeaderCell numeric width={146}>
                Size
              </HeaderCell>
            </tr>
          </thead>
          <tbody>
            {data.caches.map((entry) => (
              <CacheRow key={entry.name} cache={entry} />
            ))}
          </tbody>
        </Table>
      </ScrollingRegion>
    </section>
  );
}

function CacheRow({ cache }: { cache: Cache }) {
  const { name, hits, misses, evictions, entries, bytes, limitBytes } = cache;
  const asked = hits + misses;
  return (
    <Row>
      <Cell className="compact:font-medium compact:text-ink">{words[name]}</Cell>
      <Cell numeric label="Hits">
        {formatNumber(hits)}
      </Cell>
      <Cell numeric label="Misses">
        {formatNumber(misses)}
      </Cell>
      <Cell numeric label="Hit rate">
        {asked === 0 ? <NoValue /> : formatPercent(hits / asked)}
      </Cell>
      <Cell numeric label="Evictions">
        {formatNumber(evictions)}
      </Cell>
      <Cell numeric label="Entries">
        {formatNumber(entries)}
      </Cell>
      <Cell numeric label="Size">
        {formatBytes(bytes)} of {formatBytes(limitBytes)}
      </Cell>
    </Row>
  );
}
