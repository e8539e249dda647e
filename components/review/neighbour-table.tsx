import { Check, CircleDashed, CircleMinus, CornerUpRight, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Fragment } from "react";
import { suiteRunPath } from "@/components/data/proof-paths";
import { IntervalPlot } from "@/components/proof/interval-plot";
import { outcomeWords } from "@/components/proof/proof-words";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, MonoName, NoValue, Row, Table } from "@/components/ui/table";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { NeighbourPair, NeighbourProof } from "@/lib/proof/proven/bytes-proof-schema";
import { agesWords, runsWords } from "./answer-words";
import { modelLabel } from "./model-label";

type NeighbourTableProps = { workspace: string; neighbours: readonly NeighbourProof[]; label: string };

/** Each neighbour with its suite before and now; every case that it loses is a line of its own, with its session. */
export function NeighbourTable({ workspace, neighbours, label }: NeighbourTableProps) {
  return (
    <ScrollingRegion label={label}>
      <Table caption="Suites of the neighbours, beside these bytes" stacked="edges" className="min-w-[820px]">
        <thead>
          <tr>
            <HeaderCell width={180}>Neighbour, maintainers</HeaderCell>
            <HeaderCell width={218}>Model, agent</HeaderCell>
            <HeaderCell width={60} numeric>
              Before
            </HeaderCell>
            <HeaderCell width={50} numeric>
              Now
            </HeaderCell>
            <HeaderCell width={56} numeric>
              Cases
            </HeaderCell>
            <HeaderCell>Right, 0 to 1</HeaderCell>
            <HeaderCell width={176}>Change</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {neighbours.map((neighbour) => (
            <NeighbourRows key={neighbour.skillId} workspace={workspace} neighbour={neighbour} />
          ))}
        </tbody>
      </Table>
    </ScrollingRegion>
  );
}

function NeighbourRows({ workspace, neighbour }: { workspace: string; neighbour: NeighbourProof }) {
  const { pairs, goingOn, agents, unmeasurable } = neighbour;
  return (
    <>
      {pairs.length === 0 && unmeasurable.length < agents.length ? (
        <Row>
          <NameCell neighbour={neighbour} />
          <Cell colSpan={6}>
            <State icon={CircleDashed} tone={goingOn > 0 ? "neutral" : "warning"}>
              {goingOn > 0 ? "Its run goes on" : "Not run beside these bytes"}
            </State>
          </Cell>
        </Row>
      ) : null}
      {unmeasurable.map(({ agent, why }) => (
        <AsideRow key={agent.slug} neighbour={neighbour} agent={agent} why={why} />
      ))}
      {pairs.map((pair) => (
        <Fragment key={pair.run}>
          {pair.hosts.map((host) => (
            <HostRow key={host.dialect} neighbour={neighbour} pair={pair} host={host} />
          ))}
          {pair.lost.map((lost) => (
            <LostRow key={`${lost.dialect} ${lost.case}`} {...{ workspace, neighbour, pair, lost }} />
          ))}
        </Fragment>
      ))}
    </>
  );
}

type AsideRowProps = { neighbour: NeighbourProof } & NeighbourProof["unmeasurable"][number];

/** Where nothing can be taken from it, so that nothing is asked. */
function AsideRow({ neighbour, agent, why }: AsideRowProps) {
  return (
    <Row>
      <NameCell neighbour={neighbour} />
      <Cell title={markHidden(agent.name)}>
        <ShownText text={agent.name} />
      </Cell>
      <Cell colSpan={5} className="whitespace-normal">
        <State icon={CircleMinus}>Not asked for: {markHidden(why)}</State>
      </Cell>
    </Row>
  );
}

function NameCell({ neighbour: { skill, maintainers } }: { neighbour: NeighbourProof }) {
  const names = maintainers.map(({ name }) => name).join(", ");
  return (
    <Cell title={names ? `${skill}: ${markHidden(names)}` : skill}>
      <MonoName>
        <ShownText text={skill} />
      </MonoName>
      {names ? (
        <span className="block text-12 text-ink-3">
          <ShownText text={names} />
        </span>
      ) : null}
    </Cell>
  );
}

type Host = NeighbourPair["hosts"][number];
type HostRowProps = { neighbour: NeighbourProof; pair: NeighbourPair; host: Host };

function HostRow({ neighbour, pair, host }: HostRowProps) {
  const { model, agent, before } = pair;
  const { compared, rightBefore, rightNow, now } = host;
  const models = neighbour.pairs.map((one) => one.model);
  const asked = `${modelLabel(model, models)}, ${agent.name}, ${host.name}${pair.isBrokenOff ? ", broken off" : ""}`;
  const pooled = `${runsWords(pair.runs)} against ${runsWords(pair.runsBefore)}; ${agesWords(pair.answers)}`;
  return (
    <Row>
      <NameCell neighbour={neighbour} />
      <Cell title={`${markHidden(asked)}: ${pooled}`}>
        <ShownText text={asked} />
        <span className="block text-12 text-ink-3">{agesWords(pair.answers)}</span>
      </Cell>
      <Cell numeric label="Before">
        {before === null ? <NoValue label="Nothing to compare with" /> : rightBefore}
      </Cell>
      <Cell numeric label="Now" className="font-medium text-ink">
        {before === null ? (now?.count ?? 0) : rightNow}
      </Cell>
      <Cell numeric label="Cases">
        {before === null ? (now?.of ?? 0) : compared}
      </Cell>
      <Cell>
        <IntervalPlot
          candidate={now}
          baseline={before === null || compared === 0 ? null : rightBefore / compared}
        />
      </Cell>
      <Cell>
        <Change pair={pair} host={host} />
      </Cell>
    </Row>
  );
}

function Change({ pair, host }: Omit<HostRowProps, "neighbour">) {
  const lost = pair.lost.filter(({ dialect }) => dialect === host.dialect).length;
  if (host.word === "scripted") return <State icon={CircleDashed}>Scripted, no verdict</State>;
  if (host.neverFires) return <State icon={CircleMinus}>Never activated: nothing to lose</State>;
  if (host.word === "invalid" || host.wordBefore === "invalid")
    return (
      <State icon={TriangleAlert} tone="warning">
        {host.word === "invalid" ? "Invalid measurement" : "Invalid measurement before"}
      </State>
    );
  if (pair.before === null)
    return (
      <State icon={CircleDashed} tone="warning">
        Nothing to compare with
      </State>
    );
  if (pair.alsoChanged.length > 0)
    return (
      <State icon={TriangleAlert} tone="warning">
        Unclear: {alsoWords(pair)} changed too
      </State>
    );
  if (lost > 0)
    return (
      <State icon={TriangleAlert} tone="warning">
        {formatCount(lost, "case")} lost{host.gained > 0 ? `, ${host.gained} gained` : ""}
      </State>
    );
  const same = host.gained > 0 ? `${host.gained} gained` : "Same";
  return <State icon={Check}>{host.isFaulty ? `${same}, its suite has faults` : same}</State>;
}

/** "runbook-writer", "the agent and 2 more": what else is otherwise than in the run before. */
function alsoWords({ alsoChanged: [first = "", ...more] }: NeighbourPair): string {
  return more.length === 0 ? markHidden(first) : `${markHidden(first)} and ${more.length} more`;
}

type LostRowProps = {
  workspace: string;
  neighbour: NeighbourProof;
  pair: NeighbourPair;
  lost: NeighbourPair["lost"][number];
};

function LostRow({ workspace, neighbour, pair, lost }: LostRowProps) {
  const { skill, toldAt, maintainers } = neighbour;
  const place = `${suiteRunPath(workspace, skill, lost.run)}?case=${lost.case}&host=${lost.dialect}`;
  return (
    <tr className="bg-sunken">
      <td colSpan={7} className="border-line border-b px-4 py-1.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="inline-flex items-center gap-1.5 text-warn">
            <Icon of={CornerUpRight} size={14} />
            {outcomeWords[lost.before]} before, now{" "}
            {lost.now === "stolen" && lost.by !== null ? (
              <span>
                stolen by{" "}
                <span className="font-mono text-12">
                  <ShownText text={lost.by} />
                </span>
              </span>
            ) : (
              outcomeWords[lost.now].toLowerCase()
            )}
          </span>
          <span className="[overflow-wrap:anywhere]">
            “<ShownText text={lost.query} />”
          </span>
          {pair.alsoChanged.length > 0 ? (
            <span className="text-12 text-ink-2">
              This may be another change’s: {alsoWords(pair)} changed since the run before. Run the neighbours
              again.
            </span>
          ) : null}
          <Link href={place} prefetch={false} className="text-12 text-ink underline">
            session
          </Link>
          <span className="ml-auto text-12 text-ink-3">
            {toldAt !== null ? (
              <>
                <ShownText text={maintainers.map(({ name }) => name).join(", ")} /> told{" "}
                <RelativeTime at={toldAt} ago />
              </>
            ) : maintainers.length === 0 ? (
              "No maintainer to tell"
            ) : null}
          </span>
        </span>
      </td>
    </tr>
  );
}
