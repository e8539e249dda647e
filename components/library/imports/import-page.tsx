"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { importQuery, libraryKeys } from "@/components/data/library-queries";
import { skillsPath } from "@/components/data/skill-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { useReadNotices } from "@/components/layout/use-read-notices";
import { ButtonLink } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import { isMoving } from "@/lib/imports/import-options";
import type { Import } from "@/lib/imports/import-schema";
import { ImportOutcome } from "./import-outcome";
import { ImportPreview } from "./import-preview";
import { ImportWorking } from "./import-working";
import { PublishStored } from "./publish-stored";

/** One import at its own address: while it is read, to be decided, while it is stored, and what came of it. */
export function ImportPage({ id }: { id: string }) {
  const { slug } = useWorkspace();
  const known = useQuery(importQuery(client.library, slug, id));
  useReadNotices(slug, { import: id });
  if (known.data !== undefined) return <KnownImport workspace={slug} current={known.data} />;
  return (
    <Page top={<TopLine crumbs={[{ label: "Skills", href: skillsPath(slug) }]} title="Import" />}>
      <NotLoaded
        query={known}
        loading="Loading the import"
        rows={10}
        failed="This import could not be loaded"
      />
    </Page>
  );
}

const sourceNames = ({ sources }: Import) => {
  const [first, ...others] = sources.map(({ fileName }) => fileName);
  if (first === undefined) return "nothing";
  return others.length === 0 ? first : `${first} and ${formatCount(others.length, "more source")}`;
};

function KnownImport({ workspace, current }: { workspace: string; current: Import }) {
  const cache = useQueryClient();
  const cancel = useMutation({
    mutationFn: () =>
      unwrap(
        client.library.workspaces[":workspace"].imports[":import"].cancel.$post({
          param: { workspace, import: current.id },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) }),
  });
  const frame = {
    crumbs: [{ label: "Skills", href: skillsPath(workspace) }],
    title: "Import",
    chips: (
      <span className="min-w-0 truncate font-mono text-12">
        <ShownText text={sourceNames(current)} />
      </span>
    ),
  };
  if (current.state === "ready") {
    return (
      <ImportPreview
        workspace={workspace}
        current={current}
        frame={frame}
        onDiscard={() => cancel.mutate()}
        isDiscarding={cancel.isPending}
      />
    );
  }
  if (isMoving(current)) {
    return (
      <Page top={<TopLine {...frame} />} scroll>
        <ImportWorking
          workspace={workspace}
          current={current}
          onCancel={() => cancel.mutate()}
          isCancelling={cancel.isPending}
        />
      </Page>
    );
  }
  return (
    <Page
      scroll
      top={
        <TopLine
          {...frame}
          actions={<ButtonLink href={skillsPath(workspace)}>View skills</ButtonLink>}
          primary={<PublishStored workspace={workspace} current={current} />}
        />
      }
    >
      <ImportOutcome workspace={workspace} current={current} />
    </Page>
  );
}
