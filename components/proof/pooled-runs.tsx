"use client";

import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import Link from "next/link";
import { suiteRunPath } from "@/components/data/proof-paths";
import { runPoolQuery } from "@/components/data/proof-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { NotLoaded } from "@/components/ui/not-loaded";
import { RelativeTime } from "@/components/ui/relative-time";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { client } from "@/lib/api/client";
import type { RunPool } from "@/lib/proof/reports/pool-schema";
import type { SuiteRunDetail } from "@/lib/proof/schema";
import { effectVerdictWords, signedShare } from "@/lib/suites/effect-words";
import { intervalText, shareText, stateWords, verdictWords } from "./proof-words";

type PooledRunsProps = {
  run: SuiteRunDetail;
  /** The host that is looked at. */
  dialect: string;
};

/** All runs of the bytes that are shown, as one: a run that was chosen for what it came to stands beside the others. */
export function PooledRuns({ run, dialect }: PooledRunsProps) {
  const { slug: workspace } = useWorkspace();
  const isAlone = run.runsOfDigest < 2;
  const query = useQuery({
    ...runPoolQuery(client.proof, workspace, run.skill, run.number),
    enabled: !isAlone,
  });
  if (isAlone) return null;
  if (!query.data)
    return (
      <NotLoaded
        query={query}
        rows={1}
        loading="Pooling the runs of these bytes"
        failed="The runs could not be pooled"
      />
    );
  const pool = query.data;
  if (pool.runs.length + pool.leftOut.length < 2) return null;
  return (
    <section aria-label="Runs of these bytes" className="mt-3 border-line border-t pt-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Icon of={Layers} className="self-center text-ink-3" />
        <b className="font-medium">{formatCount(pool.runs.length, "run")} of these bytes</b>
        <span className="text-ink-2">pooled: {pooledWords(pool, dialect)}</span>
      </p>
      <Otherwise run={run} pool={pool} dialect={dialect} />
      <details className="mt-1">
        <summary className="min-h-6 cursor-default text-12 text-ink-3">
          Each of them
          {pool.leftOut.length === 0 ? "" : `, and ${formatCount(pool.leftOut.length, "run")} left out`}
        </summary>
        <RunsOfBytes run={run} pool={pool} dialect={dialect} />
        <LeftOut pool={pool} />
      </details>
    </section>
  );
}

/** What they come to together in one host, as a sentence goes on. */
function pooledWords({ figures, effectFigures }: RunPool, dialect: string): string {
  const effect = effectFigures.find((one) => one.dialect === dialect);
  if (effect) {
    const { wins, ties, losses } = effect.counts;
    const total = effect.overall === null ? "" : `, effect ${signedShare(effect.overall.total)}`;
    return `${effectVerdictWords[effect.verdict.word]}, ${wins} won, ${ties} the same, ${losses} lost${total}`;
  }
  const cases = figures.find((one) => one.dialect === dialect);
  if (!cases) return "nothing in this host";
  const told = (name: string, share: typeof cases.recall) =>
    share === null ? `no ${name}` : `${name} ${shareText(share.share)} ${intervalText(share)}`;
  return `${told("recall", cases.recall)}, ${told("precision", cases.precision)}, ${verdictWords[cases.verdict.word].toLowerCase()}`;
}

/** A run that came to something else than all of them is no better for having been chosen. */
function Otherwise({ run, pool, dialect }: PooledRunsProps & { pool: RunPool }) {
  const count = pool.otherwise.filter((one) => one.dialect === dialect).length;
  const isAll = pool.runs.some(({ number }) => number !== run.number);
  if (count === 0 || !isAll) return null;
  const isEffect = run.suite === "effect";
  const here = run.effectFigures.find((one) => one.dialect === dialect)?.verdict.word;
  const together = pool.effectFigures.find((one) => one.dialect === dialect)?.verdict.word;
  const turned = here !== undefined && together !== undefined && here !== together;
  return (
    <p className="mt-0.5 text-pretty text-warn">
      {formatCount(count, isEffect ? "task" : "case")} came to something else in run {run.number} than over
      all runs
      {turned
        ? `: it alone says “${effectVerdictWords[here]}”, all together “${effectVerdictWords[together]}”`
        : ""}
      .
      {pool.first === null || pool.first === run.number
        ? ""
        : ` The first run of these bytes was run ${pool.first}.`}
    </p>
  );
}

function RunsOfBytes({ run, pool, dialect }: PooledRunsProps & { pool: RunPool }) {
  const { slug: workspace } = useWorkspace();
  return (
    <ScrollingRegion label="Each run of these bytes">
      <Table caption="Runs of these bytes, the first begun first" stacked className="min-w-[420px]">
        <thead>
          <tr>
            <HeaderCell>Run</HeaderCell>
            <HeaderCell width={150}>Alone</HeaderCell>
            <HeaderCell width={110} numeric>
              {run.suite === "effect" ? "Won" : "Right"}
            </HeaderCell>
            <HeaderCell width={110} numeric>
              Trials
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {pool.runs.map((one) => {
            const host = one.hosts.find((told) => told.dialect === dialect);
            return (
              <Row key={one.number} selected={one.number === run.number}>
                <Cell>
                  <Link
                    href={suiteRunPath(workspace, run.skill, one.number)}
                    aria-current={one.number === run.number ? "page" : undefined}
                    className="inline-flex min-h-6 items-center font-medium text-ink underline-offset-3 hover:underline"
                  >
                    Run {one.number}
                  </Link>{" "}
                  <span className="text-12 text-ink-3">
                    {one.number === pool.first ? "first, " : ""}
                    {one.repeatOf === null ? "" : `A/A of ${one.repeatOf}, `}
                    {one.state === "done" ? "" : `${stateWords[one.state]}, `}
                    <RelativeTime at={one.createdAt} ago />
                  </span>
                </Cell>
                <Cell label="Alone">
                  {host ? (
                    { ...verdictWords, ...effectVerdictWords }[host.word]
                  ) : (
                    <NoValue label="Not in this host" />
                  )}
                </Cell>
                <Cell numeric label={run.suite === "effect" ? "Won" : "Right"}>
                  {host ? `${host.right} of ${host.measured}` : <NoValue label="Not in this host" />}
                </Cell>
                <Cell numeric label="Trials">
                  {one.trials}
                  {one.copies === 0 ? null : (
                    <span className="block text-12 text-ink-3">{one.copies} kept, counted once</span>
                  )}
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </ScrollingRegion>
  );
}

function LeftOut({ pool }: { pool: RunPool }) {
  if (pool.leftOut.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-0.5 text-12 text-ink-3">
      {pool.leftOut.map(({ number, message }) => (
        <li key={number} className="[overflow-wrap:anywhere]">
          Run {number} is left out: <ShownText text={message} />
        </li>
      ))}
    </ul>
  );
}
