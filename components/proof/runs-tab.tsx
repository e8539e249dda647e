"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { effectPath, proofPath, suiteRunPath } from "@/components/data/proof-paths";
import { proofKeys } from "@/components/data/proof-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Chip } from "@/components/ui/chip";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { formatCost, formatNumber } from "@/components/ui/format";
import { PagedList } from "@/components/ui/paged-list";
import type { PagedQuery } from "@/components/ui/paged-query";
import { RelativeTime } from "@/components/ui/relative-time";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { client, unwrap } from "@/lib/api/client";
import { isGoingOn } from "@/lib/proof/proof-options";
import type { SuiteRun } from "@/lib/proof/schema";
import { effectVerdictWords, signedShare } from "@/lib/suites/effect-words";
import { IntervalPlot } from "./interval-plot";
import { hostName, intervalText, shareText, sourceWords, stateWords } from "./proof-words";

type RunsTabProps = {
  skill: string;
  suite?: SuiteRun["suite"];
  list: PagedQuery<SuiteRun>;
  /** The run that the page shows, and its bytes. */
  shown: { number: number; digest: string } | null;
};

/** Every run of the suite, the newest first. Each is kept and counted, also those of the same bytes. */
export function RunsTab({ skill, suite = "trigger", list, shown }: RunsTabProps) {
  const mayDelete = useBlockedFor("library.delete") === undefined;
  return (
    <PagedList
      list={list}
      loading="Loading the runs"
      failed="The runs could not be read"
      empty={
        <p className="p-4 text-ink-2">Nothing has run yet. Every run will stay here, with its figures.</p>
      }
    >
      {(runs) => (
        <ScrollingRegion label="Runs">
          <Table
            caption={`Runs of the ${suite === "trigger" ? "trigger suite" : "tasks"}, the newest first`}
            stacked="edges"
            className="min-w-[760px]"
          >
            <thead>
              <tr>
                <HeaderCell width={168}>Run</HeaderCell>
                <HeaderCell width={96}>Bytes</HeaderCell>
                <HeaderCell>Model and agent</HeaderCell>
                <HeaderCell width={184} className="narrow:w-[150px]!">
                  {suite === "trigger" ? "Recall" : "Verdict"}
                </HeaderCell>
                <HeaderCell width={120} numeric>
                  {suite === "trigger" ? "95 %" : "Effect"}
                </HeaderCell>
                <HeaderCell width={92} numeric>
                  Asked, kept
                </HeaderCell>
                <HeaderCell width={76} numeric>
                  Cost
                </HeaderCell>
                <HeaderCell width={72} numeric>
                  Begun
                </HeaderCell>
                {mayDelete ? <HeaderCell width={44} spoken="Actions" /> : null}
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <RunRow key={run.number} skill={skill} run={run} shown={shown} mayDelete={mayDelete} />
              ))}
            </tbody>
          </Table>
        </ScrollingRegion>
      )}
    </PagedList>
  );
}

type RunRowProps = { skill: string; run: SuiteRun; shown: RunsTabProps["shown"]; mayDelete: boolean };

function RunRow({ skill, run, shown, mayDelete }: RunRowProps) {
  const { slug: workspace } = useWorkspace();
  return (
    <Row selected={run.number === shown?.number}>
      <Cell>
        <Link
          href={suiteRunPath(workspace, skill, run.number)}
          aria-current={run.number === shown?.number ? "page" : undefined}
          className="inline-flex min-h-6 items-center font-medium text-ink underline-offset-3 hover:underline"
        >
          Run {run.number}
        </Link>
        {run.state === "done" ? null : <span className="ml-1.5 text-ink-3">{stateWords[run.state]}</span>}
        {run.repeatOf === null ? null : <span className="ml-1.5 text-ink-3">A/A of {run.repeatOf}</span>}
      </Cell>
      <Cell label="Bytes">
        <span className="font-mono text-12">{sourceWords(run.source)}</span>
        {run.digest === shown?.digest ? <span className="ml-1 text-12 text-ink-3">same</span> : null}
      </Cell>
      <Cell>
        <ShownText text={`${run.model.name}, ${run.agent.name}`} />
        {run.scripted ? <Chip className="ml-2">scripted</Chip> : null}
      </Cell>
      {run.suite === "effect" ? <EffectCells run={run} /> : <RecallCells run={run} />}
      <Cell numeric label="Asked, kept">
        {formatNumber(run.calls.asked)}, {formatNumber(run.calls.kept)}
      </Cell>
      <Cell numeric label="Cost">
        {run.costUsd === null ? <NoValue label="Not known" /> : formatCost(run.costUsd)}
      </Cell>
      <Cell numeric label="Begun">
        <RelativeTime at={run.createdAt} />
      </Cell>
      {mayDelete ? (
        <Cell corner className="overflow-visible pl-0 text-right">
          {isGoingOn(run.state) ? null : (
            <DeleteRun
              skill={skill}
              suite={run.suite}
              number={run.number}
              isShown={run.number === shown?.number}
            />
          )}
        </Cell>
      ) : null}
    </Row>
  );
}

function RecallCells({ run }: { run: SuiteRun }) {
  const [first] = run.scores;
  const recall = first?.recall ?? null;
  return (
    <>
      <Cell>
        <IntervalPlot candidate={recall} className="compact:max-w-60" />
        {first ? (
          <span className="block truncate text-12 text-ink-3">
            in {hostName(run.dialects, first.dialect)}
            {run.dialects.length > 1 ? `, first of ${run.dialects.length} hosts` : ""}
          </span>
        ) : null}
      </Cell>
      <Cell numeric label="Recall">
        {recall === null ? (
          <NoValue label="Nothing to count" />
        ) : (
          <span title={intervalText(recall)}>
            {shareText(recall.share)} <span className="text-12 text-ink-3">{intervalText(recall)}</span>
          </span>
        )}
      </Cell>
    </>
  );
}

function EffectCells({ run }: { run: SuiteRun }) {
  const [first] = run.effects;
  return (
    <>
      <Cell>
        {first ? (
          <>
            {effectVerdictWords[first.verdict]}
            <span className="block truncate text-12 text-ink-3">
              in {hostName(run.dialects, first.dialect)}
            </span>
            {run.judge === null ? null : (
              <span className="block text-12 text-ink-3 [overflow-wrap:anywhere]">
                <ShownText text={run.judge.calibration.text} />
              </span>
            )}
          </>
        ) : (
          <NoValue label="Nothing to count" />
        )}
      </Cell>
      <Cell numeric label="Effect">
        {first?.overall ? signedShare(first.overall.total) : <NoValue label="Not measured" />}
      </Cell>
    </>
  );
}

type DeleteRunProps = Pick<SuiteRun, "skill" | "suite" | "number"> & { isShown: boolean };

/** The page moves off the run that is deleted, to the newest that is left. */
function DeleteRun({ skill, suite, number, isShown }: DeleteRunProps) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const router = useRouter();
  return (
    <ConfirmIconButton
      icon={Trash2}
      label={`Delete run ${number}`}
      title={`Delete run ${number}?`}
      description="Its figures and sessions go for good. It stays counted among the runs of its bytes."
      confirmLabel="Delete run"
      onConfirm={async () => {
        await unwrap(
          client.proof.workspaces[":workspace"].skills[":skill"]["suite-runs"][":number"].$delete({
            param: { workspace, skill, number: String(number) },
          }),
        );
        if (isShown) router.replace((suite === "effect" ? effectPath : proofPath)(workspace, skill, "runs"));
        await cache.invalidateQueries({ queryKey: proofKeys.all(workspace) });
      }}
    />
  );
}
