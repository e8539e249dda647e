import { formatNumber } from "@/components/ui/format";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import type { ActivityGroup, SkillActivity } from "@/lib/activity/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { ActivityOutcome } from "@/lib/runtime/count-activity";
import { outcomeWords } from "./activity-words";
import { countsOf, daysOf, dayWords } from "./plot-days";

type DayTableProps = {
  activity: Pick<SkillActivity, "from" | "through" | "published">;
  groups: readonly ActivityGroup[];
  outcome: ActivityOutcome;
};

/** The figures of the plot: a day a row, the newest first, those without anything left out. */
export function DayTable({ activity, groups, outcome }: DayTableProps) {
  const days = daysOf(activity);
  const columns = groups.map((group) => ({ group, counts: countsOf(group, outcome, days) }));
  const rows = days
    .map((day, at) => ({ day, counts: columns.map(({ counts }) => counts[at] ?? 0) }))
    .filter(({ day, counts }) => counts.some((count) => count > 0) || publishedOn(activity, day) !== "")
    .reverse();
  const label = `${outcomeWords[outcome].word} per day`;
  if (rows.length === 0) return <p className="p-4 text-ink-2">Nothing of this kind in the period.</p>;
  return (
    <ScrollingRegion label={label}>
      <Table caption={`${label}, the newest first`} stacked className="min-w-[480px]">
        <thead>
          <tr>
            <HeaderCell width={170}>Day, in UTC</HeaderCell>
            {groups.map(({ key, name }) => (
              <HeaderCell key={key} numeric title={markHidden(name)}>
                <span className="block truncate">
                  <ShownText text={name} />
                </span>
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, counts }) => (
            <Row key={day}>
              <Cell>
                {dayWords(day)} <span className="text-12 text-ink-3">{publishedOn(activity, day)}</span>
              </Cell>
              {counts.map((count, at) => (
                <Cell key={groups[at]?.key} numeric label={markHidden(groups[at]?.name ?? "")}>
                  {formatNumber(count)}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </ScrollingRegion>
  );
}

const publishedOn = ({ published }: DayTableProps["activity"], day: string): string =>
  published
    .filter((one) => one.day === day)
    .map(({ version }) => `v${version} came out`)
    .join(", ");
