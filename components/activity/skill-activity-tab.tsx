"use client";

import { useQuery } from "@tanstack/react-query";
import { Play, Table2 } from "lucide-react";
import { useState } from "react";
import { activityPath } from "@/components/data/activity-paths";
import { skillActivityQuery } from "@/components/data/activity-queries";
import { rehearseSkillPath, skillPath } from "@/components/data/skill-paths";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { type ActivityGroupBy, type ActivityPeriod, activityGroups } from "@/lib/activity/activity-options";
import type { SkillActivity } from "@/lib/activity/schema";
import { client } from "@/lib/api/client";
import { type ActivityOutcome, activityOutcomes } from "@/lib/runtime/count-activity";
import { groupWords, outcomeWords } from "./activity-words";
import { DayPlot } from "./day-plot";
import { DayTable } from "./day-table";
import { FigureStrip } from "./figure-strip";
import { GroupTable } from "./group-table";
import { PeriodField } from "./period-field";
import { dayWords } from "./plot-days";
import { ReasonList } from "./reason-list";

/** As many as can be told apart at a glance; the others stand in the table below. */
const mostPlots = 8;

/** What happened with a skill over time, by host, agent, model or version, with why. */
export function SkillActivityTab({ workspace, skill }: { workspace: string; skill: string }) {
  const [days, setDays] = useState<ActivityPeriod>(30);
  const [by, setBy] = useState<ActivityGroupBy>("host");
  const query = useQuery(skillActivityQuery(client.activity, workspace, skill, { days, by }));
  const { data } = query;
  if (!data)
    return (
      <NotLoaded query={query} loading="Loading what happened" failed="What happened could not be read" />
    );
  if (data.keptSince === null)
    return (
      <EmptyState
        inline
        title="Nothing happened with it yet"
        action={
          <ButtonLink href={rehearseSkillPath(workspace, skill)} icon={Play}>
            Rehearse
          </ButtonLink>
        }
      >
        Each conversation in the playground, of an agent’s program and of a live host is counted here a few
        seconds after its turn: whether this skill was activated, refused, or offered and not chosen, and why.
        Trials of suites are not.
      </EmptyState>
    );
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-line border-b px-4 py-3">
        <PeriodField days={days} onChoose={setDays} />
        <Field label="By">
          <Select
            value={by}
            onChange={({ target }) => setBy(activityGroups.find((one) => one === target.value) ?? "host")}
          >
            {activityGroups.map((one) => (
              <option key={one} value={one}>
                {groupWords[one]}
              </option>
            ))}
          </Select>
        </Field>
        <p className="ml-auto text-12 text-ink-3">
          Kept since {dayWords(data.keptSince)}.{" "}
          <TextLink href={activityPath(workspace)}>All skills</TextLink>
        </p>
      </div>
      <Activity workspace={workspace} activity={data} />
    </>
  );
}

function Activity({ workspace, activity }: { workspace: string; activity: SkillActivity }) {
  const { figures, groups, reasons, conversations, by } = activity;
  return (
    <>
      <FigureStrip figures={figures} conversations={conversations} />
      {groups.length === 0 ? (
        <p className="border-line border-b p-4 text-ink-2">
          Nothing happened in this period. Choose a longer one.
        </p>
      ) : (
        <>
          <OverTime activity={activity} />
          <GroupTable groups={groups} by={by} />
          <Section title="Why">
            <div className="-mx-4 grid grid-cols-2 compact:grid-cols-1">
              {activityOutcomes.map((outcome) => (
                <ReasonList key={outcome} outcome={outcome} reasons={reasons} />
              ))}
            </div>
          </Section>
        </>
      )}
      <Together workspace={workspace} activity={activity} />
    </>
  );
}

function OverTime({ activity }: { activity: SkillActivity }) {
  const [chosen, setOutcome] = useState<ActivityOutcome | null>(null);
  const [asTable, setAsTable] = useState(false);
  const { groups } = activity;
  const outcomes = activityOutcomes.filter((outcome) =>
    groups.some(({ days }) => days.some((day) => day.outcome === outcome)),
  );
  const outcome = outcomes.find((one) => one === chosen) ?? outcomes[0] ?? "activated";
  const shown = groups.slice(0, mostPlots);
  const Shown = asTable ? DayTable : DayPlot;
  return (
    <section aria-label="Over time" className="border-line border-b">
      <div className="flex flex-wrap items-end gap-3 px-4 pt-3">
        <Field label="Show">
          <Select
            value={outcome}
            onChange={({ target }) => setOutcome(outcomes.find((one) => one === target.value) ?? null)}
          >
            {outcomes.map((one) => (
              <option key={one} value={one}>
                {outcomeWords[one].word}
              </option>
            ))}
          </Select>
        </Field>
        <Button icon={Table2} aria-pressed={asTable} onClick={() => setAsTable(!asTable)} className="ml-auto">
          As a table
        </Button>
      </div>
      <Shown activity={activity} groups={shown} outcome={outcome} />
      {groups.length > mostPlots ? (
        <p className="px-4 pb-3 text-12 text-ink-3">
          The busiest {mostPlots}; {formatCount(groups.length - mostPlots, "more row")} in the table below.
        </p>
      ) : null}
    </section>
  );
}

function Together({
  workspace,
  activity: { together, conversations },
}: {
  workspace: string;
  activity: SkillActivity;
}) {
  return (
    <Section title="Fires together with" end={`of ${formatCount(conversations, "conversation")}`}>
      {together.length === 0 ? (
        <p className="text-ink-2">No other skill was activated in the same conversation.</p>
      ) : (
        <ul className="grid gap-1">
          {together.map((one) => (
            <li key={one.skill} className="flex gap-2">
              <TextLink href={skillPath(workspace, one.skill)} className="min-w-0 truncate font-mono">
                <ShownText text={one.skill} />
              </TextLink>
              <span className="ml-auto whitespace-nowrap">
                {formatCount(one.conversations, "conversation")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
