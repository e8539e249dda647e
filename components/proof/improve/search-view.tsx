"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { oneImprovement } from "@/components/data/improvement-queries";
import { proofKeys } from "@/components/data/proof-queries";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { formatCost, formatCount } from "@/components/ui/format";
import { Meter } from "@/components/ui/meter";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import type { ImprovementDetail } from "@/lib/improvements/schema";
import { AttemptView } from "./attempt-view";
import { outcomeReasons, outcomeWords, stateWords } from "./improve-words";
import { ShortenedTable } from "./shortened-table";

type SearchViewProps = { workspace: string; search: ImprovementDetail };

/** One search: its word first, what it costs, and every text that was tried. */
export function SearchView({ workspace, search }: SearchViewProps) {
  const { kind, attempts, outcome, failure, state, scripted, model, proposer, dialect, agent } = search;
  return (
    <section aria-label="Search" className="min-w-0">
      <div className="border-line border-b p-4">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-16">
          <b className="font-semibold tracking-[-0.01em]">
            {outcome === null ? stateWords[state] : outcomeWords[outcome]}
          </b>
          <Chip dashed={scripted}>
            <ShownText text={`${scripted ? "Scripted" : "Live"}: ${model.name}`} />
          </Chip>
          <span className="text-12 text-ink-3">
            <ShownText text={`in ${dialect.name}, catalogue of ${agent.name}, written by ${proposer.name}`} />
          </span>
        </p>
        <p className="mt-0.5 text-pretty text-ink-2">
          {outcome === null
            ? state === "running"
              ? "It goes on when you leave. What is decided stands below."
              : "What was decided until then stands below."
            : outcomeReasons[outcome]}
        </p>
        {failure === null ? null : (
          <p className={state === "failed" ? "mt-0.5 text-warn" : "mt-0.5 text-ink-2"}>
            <ShownText text={failure} />
          </p>
        )}
      </div>
      <SearchCost workspace={workspace} search={search} />
      {kind === "shorten" ? <ShortenedTable search={search} /> : null}
      {attempts
        .filter(({ position, judged }) => position > 0 || judged !== null)
        .map((attempt) => (
          <AttemptView key={attempt.position} workspace={workspace} search={search} attempt={attempt} />
        ))}
    </section>
  );
}

function SearchCost({ workspace, search }: SearchViewProps) {
  const { id, state, spentUsd, capUsd, progress, calls } = search;
  const cache = useQueryClient();
  const right = useBlockedFor("playground.rehearse");
  const stop = useMutation({
    mutationFn: () =>
      unwrap(oneImprovement(client.improvements).stop.$post({ param: { workspace, improvement: id } })),
    onSettled: () => cache.invalidateQueries({ queryKey: proofKeys.all(workspace) }),
  });
  return (
    <section
      aria-label="Cost"
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken px-4 py-1 text-12 text-ink-2"
    >
      {state === "running" ? (
        <>
          <span role="status">
            <b className="font-medium text-ink">{progress.decided}</b> of {progress.texts} texts decided
          </span>
          <Button
            size="small"
            icon={Square}
            pending={stop.isPending}
            missingRight={right}
            onClick={() => stop.mutate()}
          >
            Stop
          </Button>
        </>
      ) : null}
      <span>
        <b className="font-medium text-ink">{formatCost(spentUsd)}</b>
        {capUsd === null ? " spent, no cap" : ` of ${formatCost(capUsd)} cap, all its runs together`}
      </span>
      {capUsd === null ? null : (
        <Meter
          label="Spent of the cap"
          className="w-24"
          parts={[{ label: "spent", value: spentUsd, fill: "bg-ink-2" }]}
          max={capUsd}
          valueText={`${formatCost(spentUsd)} of ${formatCost(capUsd)}`}
        />
      )}
      <span className="text-ink-3">{formatCount(calls.asked, "request")} to the writer</span>
    </section>
  );
}
