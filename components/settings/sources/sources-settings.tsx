"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { sourcesQuery } from "@/components/data/source-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { client } from "@/lib/api/client";
import { ContestedNames } from "./contested-names";
import { SourceSection } from "./source-section";

const SourceDialog = dynamic(() => import("./source-dialog").then((module) => module.SourceDialog), {
  ssr: false,
});

/** Places elsewhere from which skills come: what came of the last sync, and what waits for a person. */
export function SourcesSettings() {
  const { slug } = useWorkspace();
  const { data } = useSuspenseQuery(sourcesQuery(client.sources, slug));
  const [isOpen, setOpen] = useState(false);
  const missingRight = useBlockedFor("directories.load");
  const { items } = data;
  return (
    <>
      <div className="flex min-h-bar flex-wrap items-center gap-2 border-line border-b py-2">
        <h2>Sources</h2>
        <span className="text-ink-3">
          {items.length === 0 ? "none" : formatCount(items.length, "source")}
        </span>
        {items.length === 0 ? null : (
          <Button className="ml-auto" icon={Plus} missingRight={missingRight} onClick={() => setOpen(true)}>
            Add a source
          </Button>
        )}
      </div>
      {items.length === 0 ? (
        <EmptyState
          title="No skills come from elsewhere by themselves"
          action={
            <Button variant="primary" icon={Plus} missingRight={missingRight} onClick={() => setOpen(true)}>
              Add a source
            </Button>
          }
        >
          A source is a git repository, an archive or an index of skills, over HTTPS. A sync opens or updates
          drafts from it, and leaves what was edited here for you to decide.
        </EmptyState>
      ) : null}
      {items.map((source) => (
        <SourceSection key={source.id} source={source} />
      ))}
      <ContestedNames />
      {isOpen ? <SourceDialog source={null} close={() => setOpen(false)} /> : null}
    </>
  );
}
