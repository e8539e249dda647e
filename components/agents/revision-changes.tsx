"use client";

import { useQuery } from "@tanstack/react-query";
import { agentRevisionDiffQuery } from "@/components/data/agent-queries";
import { EmptyState } from "@/components/ui/empty-state";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, MonoName, NoValue, Row, Table } from "@/components/ui/table";
import { WordDiff } from "@/components/ui/word-diff";
import type { AgentRevision, AgentRevisionDiff } from "@/lib/agents/revision-schema";
import { client } from "@/lib/api/client";
import { diffByWord } from "@/lib/diff/diff-words";

type RevisionChangesProps = { workspace: string; slug: string; revision: AgentRevision };

/** Shows what one revision changed, against the one before it. */
export function RevisionChanges({ workspace, slug, revision }: RevisionChangesProps) {
  const { number } = revision;
  const diff = useQuery({
    ...agentRevisionDiffQuery(client.agents, workspace, slug, { from: number - 1, to: number }),
    enabled: number > 1,
  });
  if (number === 1)
    return (
      <EmptyState inline title="The first revision">
        The agent was made. Every later one shows what it changed.
      </EmptyState>
    );
  if (diff.data === undefined) return <NotLoaded query={diff} loading="Loading the changes" rows={6} />;
  return <Changes diff={diff.data} />;
}

function Changes({ diff: { from, to, settings, skills } }: { diff: AgentRevisionDiff }) {
  if (settings.length + skills.length === 0)
    return (
      <EmptyState inline title="Nothing that is shown differs">
        <ShownText text={to.summary} />
      </EmptyState>
    );
  return (
    <>
      {settings.map(({ field, before, after }) => (
        <Section
          key={field}
          title={
            <span className="inline-block first-letter:uppercase">
              <ShownText text={field} />
            </span>
          }
        >
          <WordDiff pieces={diffByWord(before, after)} className="max-w-[80ch]" />
        </Section>
      ))}
      {skills.length === 0 ? null : (
        <Section title="Skills">
          <Table caption={`Skills that differ between revision ${from.number} and ${to.number}`}>
            <thead>
              <tr>
                <HeaderCell>Skill</HeaderCell>
                <HeaderCell width={200} className="compact:w-[96px]!">
                  Revision {from.number}
                </HeaderCell>
                <HeaderCell width={200} className="compact:w-[104px]!">
                  Revision {to.number}
                </HeaderCell>
              </tr>
            </thead>
            <tbody>
              {skills.map(({ skill, before, after }) => (
                <Row key={skill}>
                  <Cell>
                    <MonoName>
                      <ShownText text={skill} />
                    </MonoName>
                  </Cell>
                  <Cell>{before ?? <NoValue label="Not assigned" />}</Cell>
                  <Cell>{after ?? <NoValue label="Not assigned" />}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Section>
      )}
    </>
  );
}
