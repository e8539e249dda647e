import { classNames } from "@/components/ui/class-names";
import { eventLooks } from "@/components/ui/event-line";
import { formatCount, formatNumber } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import type { ActivityGroup, SkillActivity } from "@/lib/activity/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { ActivityOutcome } from "@/lib/runtime/count-activity";
import { outcomeWords } from "./activity-words";
import { countsOf, daysOf, dayWords, ticksOf } from "./plot-days";

type DayPlotProps = {
  activity: Pick<SkillActivity, "from" | "through" | "published">;
  groups: readonly ActivityGroup[];
  outcome: ActivityOutcome;
};

const height = 48;
/** Of one day, in units of the drawing: it is stretched to the width that there is. */
const column = 10;

/**
 * A bar a day, a small plot a group, all on one scale; a dashed rule where a version came out. Each plot says its sum, and
 * the table says the same figures.
 */
export function DayPlot({ activity, groups, outcome }: DayPlotProps) {
  const days = daysOf(activity);
  const all = groups.map((group) => ({ group, counts: countsOf(group, outcome, days) }));
  const most = Math.max(1, ...all.flatMap(({ counts }) => counts));
  return (
    <figure className="px-4 py-3">
      <figcaption className="mb-2 text-12 text-ink-3">
        {outcomeWords[outcome].word} per day, in UTC; one scale, up to {formatNumber(most)} a day.
        {activity.published.length === 0 ? null : (
          <>
            {" "}
            Dashed:{" "}
            {activity.published.map(({ version, day }) => `v${version} came out ${dayWords(day)}`).join(", ")}
            .
          </>
        )}
      </figcaption>
      <div className="grid gap-2">
        {all.map(({ group, counts }) => (
          <GroupPlot
            key={group.key}
            name={group.name}
            counts={counts}
            most={most}
            outcome={outcome}
            days={days}
            published={activity.published}
          />
        ))}
      </div>
      <div aria-hidden="true" className={classNames(grid, "mt-1 text-12 text-ink-3")}>
        <span className="compact:hidden" />
        <span className="flex justify-between gap-2">
          {ticksOf(days).map((day) => (
            <span key={day} className="whitespace-nowrap">
              {dayWords(day)}
            </span>
          ))}
        </span>
        <span />
      </div>
    </figure>
  );
}

const grid =
  "grid grid-cols-[140px_minmax(0,1fr)_56px] items-end gap-x-3 compact:grid-cols-[minmax(0,1fr)_56px]";

type GroupPlotProps = {
  name: string;
  counts: readonly number[];
  most: number;
  outcome: ActivityOutcome;
  days: readonly string[];
  published: SkillActivity["published"];
};

function GroupPlot({ name, counts, most, outcome, days, published }: GroupPlotProps) {
  const sum = counts.reduce((total, count) => total + count, 0);
  const { word, kind } = outcomeWords[outcome];
  const busy = counts.filter((count) => count > 0).length;
  return (
    <div
      role="img"
      aria-label={markHidden(`${name}: ${word}, ${formatNumber(sum)} on ${formatCount(busy, "day")}`)}
      className={grid}
    >
      <span className="truncate font-medium compact:col-span-2" title={markHidden(name)}>
        <ShownText text={name} />
      </span>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length * column} ${height}`}
        preserveAspectRatio="none"
        className={classNames("block h-12 w-full border-line-strong border-b", eventLooks[kind].hue)}
      >
        {counts.map((count, at) =>
          count === 0 ? null : (
            <rect
              key={days[at]}
              x={at * column + 1}
              width={column - 2}
              y={height - Math.max(2, (count / most) * height)}
              height={Math.max(2, (count / most) * height)}
              fill="currentColor"
            />
          ),
        )}
        {published.map(({ version, day }) => (
          <line
            key={version}
            x1={days.indexOf(day) * column}
            x2={days.indexOf(day) * column}
            y1="0"
            y2={height}
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
            className="stroke-ink-2"
          />
        ))}
      </svg>
      <span className="text-right font-medium tabular-nums">{formatNumber(sum)}</span>
    </div>
  );
}
