"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { mirrorsQuery } from "@/components/data/mirror-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCount } from "@/components/ui/format";
import { SectionHead, SectionNote } from "@/components/ui/section-head";
import { client } from "@/lib/api/client";
import { MirrorRow } from "./mirror-row";

const MirrorDialog = dynamic(() => import("./mirror-dialog").then((module) => module.MirrorDialog), {
  ssr: false,
});

type MirrorsProps = {
  /** Whose mirrors; null for all of the workspace. */
  agent: { slug: string; name: string } | null;
};

/** Repositories elsewhere to which published skills are pushed. */
export function Mirrors({ agent }: MirrorsProps) {
  const { slug: workspace } = useWorkspace();
  const { data, error } = useQuery(mirrorsQuery(client.mirrors, workspace, agent?.slug ?? null));
  const [isOpen, setOpen] = useState(false);
  const blocked = useBlockedFor("addresses.manage");
  const items = data?.items ?? [];
  return (
    <section aria-label="Mirrors">
      <SectionHead
        title="Mirrors"
        said={data ? (items.length === 0 ? "none" : formatCount(items.length, "mirror")) : null}
      >
        <Button icon={Plus} missingRight={blocked} onClick={() => setOpen(true)}>
          Add a mirror
        </Button>
      </SectionHead>
      {error ? (
        <div className="px-4 py-3">
          <ErrorNotice error={error} title="The mirrors could not be read" />
        </div>
      ) : null}
      {data && items.length === 0 ? (
        <SectionNote>
          A mirror pushes {agent ? "this agent’s" : "an agent’s or an address’s"} published skills to a branch
          on GitHub, GitLab, Gitea or any other git server, by hand or on every publication.
        </SectionNote>
      ) : null}
      <ul>
        {items.map((mirror) => (
          <MirrorRow key={mirror.id} mirror={mirror} showsSource={agent === null} />
        ))}
      </ul>
      {isOpen ? <MirrorDialog agent={agent} mirror={null} close={() => setOpen(false)} /> : null}
    </section>
  );
}
