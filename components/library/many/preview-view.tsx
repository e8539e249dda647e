"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { formatNumber } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { ShownText } from "@/components/ui/shown-text";
import type { ManyAct } from "./act-words";
import { actWords } from "./act-words";
import type { RunRow } from "./batch-run";
import { RowGroups } from "./row-groups";
import type { Preview } from "./use-preview";

type PreviewViewProps = {
  workspace: string;
  kind: ManyAct;
  preview: Pick<UseQueryResult<Preview>, "data" | "error" | "refetch"> & { read: number };
  /** What would become of each; null while it cannot be said. */
  rows: readonly RunRow[] | null;
  /** Of the skills that are chosen. */
  count: number;
  /** What is so already still goes on to agents. */
  goesOn: boolean;
};

/** What would become of each skill, before anything does. */
export function PreviewView({ workspace, kind, preview, rows, count, goesOn }: PreviewViewProps) {
  const words = actWords[kind];
  if (preview.error !== null)
    return (
      <Notice
        tone="error"
        title="What would happen could not be found out"
        action={<Button onClick={() => void preview.refetch()}>Try again</Button>}
      >
        <ShownText text={preview.error.message} />
      </Notice>
    );
  if (preview.data === undefined)
    return <Progress label="Looking at each" done={preview.read} total={count} />;
  if (rows === null)
    return <p className="text-ink-3">What happens to each of the {formatNumber(count)} shows here.</p>;
  if (rows.length === 0) return <p className="text-ink-3">None of these skills is there any more.</p>;
  return (
    <RowGroups
      workspace={workspace}
      kind={kind}
      rows={rows}
      words={{
        done: words.will,
        refused: "cannot",
        unchanged: goesOn ? `${words.unchanged}, will be assigned` : words.unchanged,
      }}
      refusedNote="stay selected, nothing is changed"
    />
  );
}
