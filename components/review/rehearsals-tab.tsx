"use client";

import { History, Play } from "lucide-react";
import Link from "next/link";
import { conversationPath } from "@/components/data/playground-paths";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { shortDigest } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Review } from "@/lib/reviews/review-schema";

type RehearsalsTabProps = {
  workspace: string;
  review: Review;
  /** Null where nothing more can be rehearsed: the review has ended. */
  onRehearse: (() => void) | null;
};

/** The conversations in which the draft was tried, and who has looked at them. */
export function RehearsalsTab({ workspace, review, onRehearse }: RehearsalsTabProps) {
  const { rehearsals } = review;
  if (rehearsals.length === 0)
    return (
      <EmptyState
        inline
        title="Nobody has rehearsed this draft yet"
        action={
          onRehearse ? (
            <Button icon={Play} onClick={onRehearse}>
              Rehearse
            </Button>
          ) : null
        }
      >
        Try it with an agent that would get it, in a conversation that everybody here can read. An approval
        keeps which of them its approver has opened.
      </EmptyState>
    );
  return (
    <>
      <ScrollingRegion label="Rehearsals of this draft">
        <Table caption="Rehearsals of this draft" stacked="edges" className="min-w-[860px]">
          <thead>
            <tr>
              <HeaderCell>Conversation</HeaderCell>
              <HeaderCell width={160}>Agent</HeaderCell>
              <HeaderCell width={120}>Draft</HeaderCell>
              <HeaderCell width={140}>Started by</HeaderCell>
              <HeaderCell width={160}>Opened by</HeaderCell>
              <HeaderCell width={72} numeric>
                Started
              </HeaderCell>
            </tr>
          </thead>
          <tbody>
            {rehearsals.map((rehearsal) => (
              <RehearsalRow key={rehearsal.conversationId} workspace={workspace} rehearsal={rehearsal} />
            ))}
          </tbody>
        </Table>
      </ScrollingRegion>
      {onRehearse ? (
        <div className="p-4">
          <Button icon={Play} onClick={onRehearse}>
            Rehearse again
          </Button>
        </div>
      ) : null}
    </>
  );
}

type RehearsalRowProps = { workspace: string; rehearsal: Review["rehearsals"][number] };

function RehearsalRow({ workspace, rehearsal }: RehearsalRowProps) {
  const { conversationId, title, agent, digest, stale, startedBy, startedAt, openedBy } = rehearsal;
  const openers = openedBy.map(({ name }) => name).join(", ");
  return (
    <Row className="relative" data-stop="rehearsal">
      <Cell title={markHidden(title)}>
        <Link
          href={conversationPath(workspace, conversationId)}
          prefetch={false}
          className="font-medium text-ink after:absolute after:inset-0"
        >
          <ShownText text={title} />
        </Link>
      </Cell>
      <Cell label="Agent">
        {agent ? <ShownText text={agent.name} /> : <NoValue label="The agent is gone" />}
      </Cell>
      <Cell label="Draft">
        <span className="font-mono text-12" title={digest}>
          {stale ? <s>{shortDigest(digest)}</s> : shortDigest(digest)}
        </span>
        {stale ? (
          <State icon={History} tone="warning" className="ml-2 text-12">
            Stale
          </State>
        ) : null}
      </Cell>
      <Cell label="Started by" title={startedBy.name}>
        <ShownText text={startedBy.name} />
      </Cell>
      <Cell label="Opened by" title={markHidden(openers)}>
        {openers || <NoValue label="Nobody has opened it" />}
      </Cell>
      <Cell numeric label="Started">
        <RelativeTime at={startedAt} />
      </Cell>
    </Row>
  );
}
