"use client";

import { useQuery } from "@tanstack/react-query";
import { skillOriginsQuery } from "@/components/data/source-queries";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";

type VersionOriginProps = { workspace: string; skill: string; version: number };

/** Where the text of a version came from, at which commit or digest; nothing for one that was written here. */
export function VersionOrigin({ workspace, skill, version }: VersionOriginProps) {
  const { data } = useQuery(skillOriginsQuery(client.sources, workspace, skill));
  const origin = data?.items.find(({ versions }) => versions.includes(version));
  if (!origin) return null;
  const { source, url, path, revision } = origin;
  const where = [url, path, revision].filter(Boolean).join("\n");
  return (
    <span className="block text-12 text-ink-3" title={markHidden(where)}>
      From <ShownText text={source} /> at <code>{revision.slice(0, 12)}</code>
    </span>
  );
}
