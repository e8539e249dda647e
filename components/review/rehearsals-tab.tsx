"use client";

import { History, Play } from "lucide-react";
import Link from "next/link";
import { conversationPath } from "@/components/data/playground-paths";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { shortDigest } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
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
      <div className="compact:overflow-x-auto">
        <Table
          caption="Rehearsals of this draft"
          className="min-w-[860px] narrow:min-w-[640px] compact:min-w-0"
        >
          <thead>
            <tr>
              <HeaderCell>Conversation</HeaderCell>
              <HeaderCell width={160} className="compact:hidden">
                Agent
              </HeaderCell>
              <HeaderCell width={120} className="compact:w-[88px]!">
                Draft
              </HeaderCell>
              <HeaderCell width={140} className="narrow:hidden">
                Started by
              </HeaderCell>
              <HeaderCell width={160} className="compact:w-[104px]!">
                Opened by
              </HeaderCell>
              <HeaderCell width={72} numeric className="narrow:hidden">
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
      </div>
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
      <Cell className="compact:hidden">
        {agent ? <ShownText text={agent.name} /> : <NoValue label="The agent is gone" />}
      </Cell>
      <Cell>
        <span className="font-mono text-12" title={digest}>
          {stale ? <s>{shortDigest(digest)}</s> : shortDigest(digest)}
        </span>
        {stale ? (
          <State icon={History} tone="warning" className="ml-2 text-12">
            Stale
          </State>
        ) : null}
      </Cell>
      <Cell title={startedBy.name} className="narrow:hidden">
        <ShownText text={startedBy.name} />
      </Cell>
      <Cell title={markHidden(openers)}>{openers || <NoValue label="Nobody has opened it" />}</Cell>
      <Cell numeric className="narrow:hidden">
        <RelativeTime at={startedAt} />
      </Cell>
    </Row>
  );
}
