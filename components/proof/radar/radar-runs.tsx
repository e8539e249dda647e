"use client";

import Link from "next/link";
import { radarRunPath } from "@/components/data/radar-paths";
import { formatCost } from "@/components/ui/format";
import { PagedList } from "@/components/ui/paged-list";
import type { PagedQuery } from "@/components/ui/paged-query";
import { RelativeTime } from "@/components/ui/relative-time";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import type { RadarRun } from "@/lib/radar/schema";
import { againstText, progressText, stateText } from "./radar-words";

type RadarRunsProps = { workspace: string; list: PagedQuery<RadarRun>; shown: number };

/** Every run, the newest first: each is kept. */
export function RadarRuns({ workspace, list, shown }: RadarRunsProps) {
  return (
    <section aria-label="All runs" className="mt-6">
      <h2 className="px-4 pb-2">Runs</h2>
      <PagedList list={list} loading="Loading the runs" failed="The runs could not be read" empty={null}>
        {(runs) => (
          <ScrollingRegion label="Radar runs">
            <Table caption="Radar runs, the newest first" stacked="edges" className="min-w-[640px]">
              <thead>
                <tr>
                  <HeaderCell width={150}>Run</HeaderCell>
                  <HeaderCell>New model</HeaderCell>
                  <HeaderCell>Held against</HeaderCell>
                  <HeaderCell width={110} numeric>
                    Progress
                  </HeaderCell>
                  <HeaderCell width={80} numeric>
                    Cost
                  </HeaderCell>
                  <HeaderCell width={90} numeric>
                    Started
                  </HeaderCell>
                </tr>
              </thead>
              <tbody>
                {runs.map((run) => (
                  <Row key={run.id} selected={run.number === shown}>
                    <Cell>
                      <Link
                        href={radarRunPath(workspace, run.number)}
                        aria-current={run.number === shown ? "page" : undefined}
                        className="inline-flex min-h-6 items-center font-medium text-ink underline-offset-3 hover:underline"
                      >
                        Run {run.number}
                      </Link>{" "}
                      <span className="text-ink-3">{stateText(run)}</span>
                    </Cell>
                    <Cell label="New model">
                      <ShownText text={run.model.name} />
                    </Cell>
                    <Cell label="Held against">
                      <ShownText text={againstText(run)} />
                    </Cell>
                    <Cell numeric label="Progress">
                      {progressText(run)}
                    </Cell>
                    <Cell numeric label="Cost">
                      {formatCost(run.spentUsd)}
                    </Cell>
                    <Cell numeric label="Started">
                      <RelativeTime at={run.createdAt} />
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          </ScrollingRegion>
        )}
      </PagedList>
    </section>
  );
}
