"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { agentQuery } from "@/components/data/agent-queries";
import { conversationPath } from "@/components/data/playground-paths";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { OverlayChips } from "@/components/playground/overlay-chips";
import { AwaitedCalls } from "@/components/playground/transcript/awaited-calls";
import { RunBadge } from "@/components/playground/transcript/run-badge";
import { TranscriptList } from "@/components/playground/transcript/transcript-list";
import { classNames } from "@/components/ui/class-names";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { RunMetrics } from "@/lib/runtime/compare-runs";
import type { Conversation } from "@/lib/sessions/schema";
import { MetricBar } from "./metrics";
import type { ColumnLog } from "./use-column-log";

type ComparisonColumnProps = {
  title: string;
  column: Conversation | undefined;
  log: ColumnLog;
  metrics: RunMetrics | null;
  className: string;
};

/** One side: what it is, its transcript, its figures. An event opens in its own conversation, with the inspector. */
export function ComparisonColumn({ title, column, log, metrics, className }: ComparisonColumnProps) {
  const { slug: workspace } = useWorkspace();
  const { user } = useSession();
  const router = useRouter();
  const start = log.turns.at(-1)?.start;
  const { data: agent } = useQuery({
    ...agentQuery(client.agents, workspace, column?.agent?.slug ?? ""),
    enabled: Boolean(column?.agent),
  });
  return (
    <section
      aria-label={markHidden(title)}
      className={classNames("flex min-h-0 min-w-0 flex-col", className)}
    >
      <header className="flex min-h-bar flex-none flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <h2 className="font-semibold">
          <ShownText text={column?.agent?.name ?? title} />
        </h2>
        {start ? (
          <>
            <span className="text-ink-3">
              {start.payload.dialect}, {start.payload.mode}
            </span>
            <RunBadge model={start.payload.model} />
          </>
        ) : null}
        {column ? <OverlayChips overlay={column.overlay} agent={agent} start={start} /> : null}
        <span className="ml-auto">
          <TextLink href={conversationPath(workspace, log.conversation)}>Open</TextLink>
        </span>
      </header>
      {log.error ? (
        <Notice tone="error" className="m-4" title="The events of this side could not be read">
          <ShownText text={log.error.message} />
        </Notice>
      ) : null}
      <TranscriptList
        turns={log.turns}
        pending={null}
        viewerId={user.id}
        selectedSeq={null}
        onSelect={(seq) => router.push(`${conversationPath(workspace, log.conversation)}?event=${seq}`)}
      />
      {column ? <AwaitedCalls conversation={column} branch={null} events={log.events} /> : null}
      <MetricBar metrics={metrics} estimated={start?.payload.model.kind === "rules"} />
    </section>
  );
}
