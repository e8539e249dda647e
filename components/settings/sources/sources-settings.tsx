"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { sourcesQuery } from "@/components/data/source-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { client } from "@/lib/api/client";
import { SettingsHead } from "../settings-head";
import { ContestedNames } from "./contested-names";
import { ReceivedSkills } from "./received-skills";
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
  const open = () => setOpen(true);
  useShortcut("c", "Add a source", open, { enabled: missingRight === undefined });
  const add = (
    <Button variant="primary" icon={Plus} shortcut="C" missingRight={missingRight} onClick={open}>
      Add a source
    </Button>
  );
  return (
    <section className="py-6">
      {items.length === 0 ? (
        <EmptyState title="No sources yet" action={add} inline>
          Skills come from a source by themselves: from a git repository, an archive, an index of skills or an
          artefact in a registry. A sync opens or updates drafts from it, and leaves what was edited here for
          you to decide.
        </EmptyState>
      ) : (
        <SettingsHead title="Sources" said={formatCount(items.length, "source")}>
          {add}
        </SettingsHead>
      )}
      {items.map((source) => (
        <SourceSection key={source.id} source={source} />
      ))}
      <ReceivedSkills />
      <ContestedNames />
      {isOpen ? <SourceDialog source={null} close={() => setOpen(false)} /> : null}
    </section>
  );
}
