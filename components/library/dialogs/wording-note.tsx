"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { wordingsQuery } from "@/components/data/live-queries";
import { moduleKey } from "@/components/data/query-keys";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import { dialectHeads, isDialectId } from "@/lib/dialects/dialect-heads";
import type { TakenWording } from "@/lib/wordings/schema";

/** Says whose sentences a dialect speaks in this workspace; nothing where they are its own. */
export function WordingNote({ dialect }: { dialect: string }) {
  const { slug: workspace } = useWorkspace();
  const { data } = useQuery(wordingsQuery(client.live, workspace));
  const taken = data?.items.find((one) => one.dialect === dialect);
  return taken ? <TakenWords taken={taken} /> : null;
}

/** Whose they are, who took them and when; who manages hosts gives the dialect its own back. */
export function TakenWords({ taken }: { taken: TakenWording }) {
  const { dialect, hostVersion, person, takenAt } = taken;
  const canRevert = useBlockedFor("gateway.manage") === undefined;
  const title = isDialectId(dialect) ? dialectHeads[dialect].title : dialect;
  const day = takenAt.slice(0, 10);
  return (
    <p className="flex items-center gap-2 text-12 text-ink-3">
      <span>
        Words of <ShownText text={hostVersion === null ? title : `${title} ${hostVersion}`} />, taken by{" "}
        <ShownText text={person.name} /> on <time dateTime={takenAt}>{day}</time>
      </span>
      {canRevert ? <RevertButton dialect={dialect} title={title} /> : null}
    </p>
  );
}

function RevertButton({ dialect, title }: { dialect: string; title: string }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  return (
    <ConfirmIconButton
      icon={Undo2}
      label={`Give ${title} its own words back`}
      title={`Give ${title} its own words back?`}
      description="Every agent of this workspace with this dialect is rehearsed in Greenroom’s words again. The sentences can be taken once more from a session."
      confirmLabel="Give them back"
      onConfirm={async () => {
        await unwrap(
          client.live.workspaces[":workspace"].wordings[":dialect"].$delete({
            param: { workspace, dialect },
          }),
        );
        await Promise.all(
          (["agents", "gateway"] as const).map((module) =>
            cache.invalidateQueries({ queryKey: moduleKey(module, workspace) }),
          ),
        );
      }}
    />
  );
}
