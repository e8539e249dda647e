"use client";

import { Check, CircleDashed, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { formatNumber } from "@/components/ui/format";
import { Icon, type LucideIcon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { BarAct } from "./act-words";
import type { RunRow } from "./batch-run";
import { mendLink } from "./mend-link";

/** Longer groups begin with this many. */
const shownAtFirst = 50;

type Outcome = RunRow["outcome"];
type RowGroupsProps = {
  workspace: string;
  kind: BarAct;
  rows: readonly RunRow[];
  /** What each group is called, after its number. */
  words: Record<Outcome, string>;
  /** Said beside those that cannot. */
  refusedNote: string;
};

const looks: Record<Outcome, { icon: LucideIcon; className: string }> = {
  refused: { icon: TriangleAlert, className: "text-warn" },
  done: { icon: Check, className: "text-ink-3" },
  unchanged: { icon: CircleDashed, className: "text-ink-3" },
};

/** Rows by what becomes of them; those that cannot come first, each with its reason and the way to mend it. */
export function RowGroups({ workspace, kind, rows, words, refusedNote }: RowGroupsProps) {
  return (["refused", "done", "unchanged"] as const).map((outcome) => (
    <Group
      key={outcome}
      outcome={outcome}
      rows={rows.filter((row) => row.outcome === outcome)}
      word={words[outcome]}
      note={outcome === "refused" ? refusedNote : null}
      workspace={workspace}
      kind={kind}
    />
  ));
}

type GroupProps = Pick<RowGroupsProps, "workspace" | "kind" | "rows"> & {
  outcome: Outcome;
  word: string;
  note: string | null;
};

function Group({ workspace, kind, outcome, rows, word, note }: GroupProps) {
  const [isWhole, setWhole] = useState(false);
  if (rows.length === 0) return null;
  const title = `${formatNumber(rows.length)} ${word}`;
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst);
  return (
    <section aria-label={title} className="-mx-4">
      <h3 className="flex min-h-8 items-center gap-2 border-line border-y bg-sunken px-4 font-medium">
        <Icon of={looks[outcome].icon} size={14} className={looks[outcome].className} />
        {title}
        {note === null ? null : (
          <span className="ml-auto font-normal text-12 text-ink-3 compact:hidden">{note}</span>
        )}
      </h3>
      <ul>
        {shown.map((row) => (
          <ManyRow key={row.name} row={row} workspace={workspace} kind={kind} />
        ))}
      </ul>
      {shown.length < rows.length ? (
        <div className="px-4 py-2">
          <Button size="small" onClick={() => setWhole(true)}>
            Show all {formatNumber(rows.length)}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function ManyRow({ row, workspace, kind }: { row: RunRow } & Pick<RowGroupsProps, "workspace" | "kind">) {
  const link = mendLink(workspace, kind, row);
  return (
    <li className="grid min-h-7 grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-baseline gap-x-3 border-line border-b px-4 py-1 compact:grid-cols-[minmax(0,1fr)_auto]">
      <span className="truncate font-medium font-mono text-13 tracking-[-0.02em]" title={row.name}>
        <ShownText text={row.name} />
      </span>
      <span className="text-12 text-ink-2 [overflow-wrap:anywhere] compact:col-span-2 compact:row-start-2">
        <ShownText text={row.summary} />
      </span>
      {link === null ? null : (
        <TextLink
          href={link.href}
          target="_blank"
          prefetch={false}
          aria-label={markHidden(`${link.label} of ${row.name}, in a new tab`)}
          className="text-12"
        >
          {link.label}
        </TextLink>
      )}
    </li>
  );
}
