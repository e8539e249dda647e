"use client";

import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { skillActivityPath } from "@/components/data/activity-paths";
import { workspaceActivityQuery } from "@/components/data/activity-queries";
import { newConversationPath } from "@/components/data/playground-paths";
import { skillsPath } from "@/components/data/skill-paths";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatNumber } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { ActivityPeriod } from "@/lib/activity/activity-options";
import type { WorkspaceActivity } from "@/lib/activity/schema";
import { client } from "@/lib/api/client";
import { PeriodField } from "./period-field";
import { dayWords } from "./plot-days";
import { QuietTable } from "./quiet-table";

/** Which skills of the workspace never fire, and which fire together. */
export function WorkspaceActivityPage({ workspace }: { workspace: string }) {
  const [days, setDays] = useState<ActivityPeriod>(30);
  const query = useQuery(workspaceActivityQuery(client.activity, workspace, days));
  const { data } = query;
  return (
    <Page
      scroll
      top={
        <TopLine crumbs={[{ label: "Skills", href: skillsPath(workspace) }]} title="Activity of all skills" />
      }
    >
      {data === undefined ? (
        <NotLoaded
          query={query}
          loading="Loading what happened"
          failed="What happened could not be read"
          wholePage
        />
      ) : data.keptSince === null ? (
        <NothingYet workspace={workspace} />
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-line border-b px-4 py-3">
            <PeriodField days={days} onChoose={setDays} />
            <p className="ml-auto text-12 text-ink-3">
              Conversations that you may see, kept since {dayWords(data.keptSince)}; trials of suites are not
              among them.
            </p>
          </div>
          <Busiest workspace={workspace} activity={data} />
          <Quiet workspace={workspace} activity={data} />
          <Pairs workspace={workspace} activity={data} />
        </>
      )}
    </Page>
  );
}

function NothingYet({ workspace }: { workspace: string }) {
  return (
    <EmptyState
      title="Which skills never fire?"
      action={
        <ButtonLink href={newConversationPath(workspace)} icon={Play}>
          Start a conversation
        </ButtonLink>
      }
    >
      Nothing has happened here yet. Each turn in the playground, of an agent’s program and of a live host is
      counted a few seconds after its end: the skills that are offered and never chosen stand here with why,
      and those that are activated in the same conversations.
    </EmptyState>
  );
}

type PartProps = { workspace: string; activity: WorkspaceActivity };

function Busiest({ workspace, activity: { busiest } }: PartProps) {
  if (busiest.length === 0) return null;
  const most = busiest[0]?.conversations ?? 1;
  return (
    <Section title="Activated most" end="in conversations">
      <ul className="grid gap-1.5">
        {busiest.map(({ skill, conversations, activated }) => (
          <li key={skill}>
            <span className="flex gap-2">
              <TextLink href={skillActivityPath(workspace, skill)} className="min-w-0 truncate font-mono">
                <ShownText text={skill} />
              </TextLink>
              <span className="ml-auto whitespace-nowrap tabular-nums">
                {formatNumber(conversations)}
                <span className="text-12 text-ink-3">, activated {formatNumber(activated)} times</span>
              </span>
            </span>
            <span aria-hidden="true" className="block h-1 bg-press">
              <span
                className="block h-full bg-ev-activated"
                style={{ width: `${(conversations / most) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Quiet({ workspace, activity: { quiet, quietCount, skills } }: PartProps) {
  const rest = quietCount - quiet.length;
  return (
    <Section title="Never activated" end={`${formatNumber(quietCount)} of ${formatCount(skills, "skill")}`}>
      {quiet.length === 0 ? (
        <p className="text-ink-2">Every skill was activated in this period.</p>
      ) : (
        <>
          <QuietTable workspace={workspace} skills={quiet} />
          {rest > 0 ? (
            <p className="mt-2 text-12 text-ink-3">{formatCount(rest, "more skill")} like these.</p>
          ) : null}
        </>
      )}
    </Section>
  );
}

function Pairs({ workspace, activity: { together } }: PartProps) {
  return (
    <Section title="Fire together" end="conversations with both">
      {together.length === 0 ? (
        <p className="text-ink-2">No two skills were activated in the same conversation.</p>
      ) : (
        <div className="-mx-4">
          <ScrollingRegion label="Fire together">
            <Table
              caption="Pairs of skills in one conversation, the most frequent first"
              stacked
              className="min-w-[480px]"
            >
              <thead>
                <tr>
                  <HeaderCell>Skill</HeaderCell>
                  <HeaderCell>With</HeaderCell>
                  <HeaderCell width={130} numeric>
                    Conversations
                  </HeaderCell>
                </tr>
              </thead>
              <tbody>
                {together.map(({ first, second, conversations }) => (
                  <Row key={`${first} ${second}`}>
                    {[first, second].map((skill) => (
                      <Cell key={skill}>
                        <TextLink href={skillActivityPath(workspace, skill)} className="font-mono">
                          <ShownText text={skill} />
                        </TextLink>
                      </Cell>
                    ))}
                    <Cell numeric label="Conversations">
                      {formatNumber(conversations)}
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          </ScrollingRegion>
        </div>
      )}
    </Section>
  );
}
