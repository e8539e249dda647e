import { IntervalPlot } from "@/components/proof/interval-plot";
import { formatNumber, formatPercent } from "@/components/ui/format";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import type { ActivityGroupBy } from "@/lib/activity/activity-options";
import type { ActivityFigures, ActivityGroup } from "@/lib/activity/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { groupWords } from "./activity-words";

/** A group a row: in how many turns the skill could be chosen, in how many it was, with the interval of that share. */
export function GroupTable({ groups, by }: { groups: readonly ActivityGroup[]; by: ActivityGroupBy }) {
  const label = `Activity by ${groupWords[by].toLowerCase()}`;
  return (
    <ScrollingRegion label={label}>
      <Table caption={`${label}, the busiest first`} stacked="edges" className="min-w-[680px]">
        <thead>
          <tr>
            <HeaderCell>{groupWords[by]}</HeaderCell>
            <HeaderCell width={84} numeric>
              Activated
            </HeaderCell>
            <HeaderCell width={104} numeric>
              Already active
            </HeaderCell>
            <HeaderCell width={76} numeric>
              Refused
            </HeaderCell>
            <HeaderCell width={92} numeric>
              Not chosen
            </HeaderCell>
            <HeaderCell width={230}>Chosen, of turns it could be</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, name, kind, figures }) => (
            <Row key={key}>
              <Cell title={markHidden(name)} className="font-medium text-ink">
                <ShownText text={name} />
                {kind === "rules" ? (
                  <span className="ml-1.5 font-normal text-12 text-ink-3">rules, no language model</span>
                ) : null}
              </Cell>
              <Cell numeric label="Activated">
                {formatNumber(figures.activated)}
              </Cell>
              <Cell numeric label="Already active">
                {formatNumber(figures.alreadyActive)}
              </Cell>
              <Cell numeric label="Refused">
                {formatNumber(figures.refused)}
              </Cell>
              <Cell numeric label="Not chosen">
                {formatNumber(figures.notChosen)}
              </Cell>
              <Cell label="Chosen">
                <Share share={figures.share} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </ScrollingRegion>
  );
}

function Share({ share }: Pick<ActivityFigures, "share">) {
  if (share === null) return <NoValue label="It could not be chosen" />;
  return (
    <span className="flex items-center gap-2 compact:inline-flex compact:align-middle">
      <IntervalPlot candidate={share} className="w-20 flex-none" />
      <span className="whitespace-nowrap">
        <b className="font-medium text-ink">{formatPercent(share.share)}</b>{" "}
        <span className="text-12 text-ink-3">
          {formatPercent(share.low)} to {formatPercent(share.high)}
        </span>
      </span>
    </span>
  );
}
