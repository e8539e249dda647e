import { Check, CircleDashed, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { suiteRunPath } from "@/components/data/proof-paths";
import { IntervalPlot } from "@/components/proof/interval-plot";
import { intervalText, shareText } from "@/components/proof/proof-words";
import { RelativeTime } from "@/components/ui/relative-time";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { ProofRow } from "./proof-rows";

type OwnProofTableProps = { workspace: string; skill: string; rows: readonly ProofRow[] };

const icons = { neutral: Check, "not-shown": CircleDashed, warning: TriangleAlert } as const;

/** Each suite, host and model in a line: the published version as a ring, these bytes as a dot with their interval. */
export function OwnProofTable({ workspace, skill, rows }: OwnProofTableProps) {
  return (
    <ScrollingRegion label="Suites of these bytes">
      <Table
        caption="Suites of exactly these bytes, against the published version"
        stacked="edges"
        className="min-w-[860px]"
      >
        <thead>
          <tr>
            <HeaderCell width={200}>Suite, model, agent</HeaderCell>
            <HeaderCell width={60} numeric>
              Before
            </HeaderCell>
            <HeaderCell>0 to 1, 95 % interval</HeaderCell>
            <HeaderCell width={134}>These bytes</HeaderCell>
            <HeaderCell width={158}>Gained, lost</HeaderCell>
            <HeaderCell width={116}>Verdict</HeaderCell>
            <HeaderCell width={148} numeric>
              Run
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ProofLine key={row.key} workspace={workspace} skill={skill} row={row} />
          ))}
        </tbody>
      </Table>
    </ScrollingRegion>
  );
}

function ProofLine({ workspace, skill, row }: { workspace: string; skill: string; row: ProofRow }) {
  const { suite, what, model, agent, before, beforeOf, now, nowWords, moved, word, tone, runs, at, answers } =
    row;
  const [newest, ...others] = runs;
  return (
    <Row>
      <Cell title={`${suite} ${what}: ${markHidden(`${model}, ${agent}`)}`}>
        <span className="font-medium text-ink">{suite}</span> {what}
        <span className="block text-12 text-ink-3">
          <ShownText text={`${model}, ${agent}`} />
        </span>
      </Cell>
      <Cell numeric label="Before" title={beforeOf ?? undefined}>
        {before === null ? <NoValue label="Nothing to compare with" /> : shareText(before)}
      </Cell>
      <Cell>
        <IntervalPlot candidate={now} baseline={before} />
      </Cell>
      <Cell label="These bytes">
        {now === null ? (
          (nowWords ?? <NoValue label="Nothing to count" />)
        ) : (
          <>
            <b className="font-medium text-ink">{shareText(now.share)}</b> {intervalText(now)}
          </>
        )}
      </Cell>
      <Cell label="Gained, lost" title={moved ?? undefined}>
        {moved ?? <NoValue label="Not compared" />}
      </Cell>
      <Cell label="Verdict" title={word ?? undefined}>
        {word === null ? (
          <NoValue label="As above" />
        ) : (
          <State icon={icons[tone]} tone={tone === "warning" ? "warning" : "neutral"}>
            {word}
          </State>
        )}
      </Cell>
      <Cell
        numeric
        label="Run"
        className="text-pretty whitespace-normal"
        title={others.length > 0 ? `Runs ${runs.join(", ")}, pooled` : undefined}
      >
        {newest === undefined ? null : (
          <Link href={suiteRunPath(workspace, skill, newest)} prefetch={false} className="text-ink underline">
            {others.length > 0 ? `${newest} and ${others.length} more` : newest}
          </Link>
        )}
        , <RelativeTime at={at} />
        {word === null ? null : <span className="block text-12 text-ink-3">{answers}</span>}
      </Cell>
    </Row>
  );
}
