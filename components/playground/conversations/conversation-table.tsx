"use client";

import { CircleDashed, LoaderCircle, Lock } from "lucide-react";
import Link from "next/link";
import { useRef } from "react";
import { conversationPath } from "@/components/data/playground-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useWalkKeys } from "@/components/layout/use-walk-keys";
import { eventIcons } from "@/components/ui/event-icons";
import { formatNumber } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { endName } from "@/lib/runtime/event-words";
import type { Conversation } from "@/lib/sessions/schema";
import { ConversationMenu } from "./conversation-menu";

/** Conversations with what became of their last run. */
export function ConversationTable({ items }: { items: readonly Conversation[] }) {
  const { slug: workspace } = useWorkspace();
  const body = useRef<HTMLTableSectionElement>(null);
  useWalkKeys(body, "[data-conversation-link]", "conversation");
  return (
    <Table caption="Conversations, the last used first" stacked="edges" className="min-w-[640px]">
      <thead>
        <tr>
          <HeaderCell>Title</HeaderCell>
          <HeaderCell width={180}>Agent</HeaderCell>
          <HeaderCell width={130}>Last run</HeaderCell>
          <HeaderCell width={64} numeric>
            Turns
          </HeaderCell>
          <HeaderCell width={84} numeric>
            Used
          </HeaderCell>
          <HeaderCell width={56} spoken="More" />
        </tr>
      </thead>
      <tbody ref={body}>
        {items.map((conversation) => (
          <Row key={conversation.id}>
            <Cell title={markHidden(conversation.title)}>
              <Link
                href={conversationPath(workspace, conversation.id)}
                data-conversation-link=""
                className="inline-flex min-h-6 max-w-full items-center gap-1.5 align-middle font-medium text-ink underline-offset-3 hover:underline"
              >
                <span className="truncate compact:whitespace-normal">
                  <ShownText text={conversation.title} />
                </span>
                {conversation.shared ? null : (
                  <>
                    <Icon of={Lock} size={13} className="text-ink-3" />
                    <span className="sr-only">private</span>
                  </>
                )}
              </Link>
              {conversation.overlay.length > 0 ? (
                <span className="ml-2 align-middle text-12 text-ink-3">
                  with{" "}
                  <code>
                    <ShownText text={conversation.overlay.map(({ name }) => name).join(", ")} />
                  </code>{" "}
                  in another version
                </span>
              ) : null}
            </Cell>
            <Cell label="Agent">
              <ShownText text={conversation.agent?.name ?? "Recording"} />
            </Cell>
            <Cell label="Last run">
              <LastRun run={conversation.lastRun} />
            </Cell>
            <Cell numeric label="Turns">
              {formatNumber(conversation.turns)}
            </Cell>
            <Cell numeric label="Used">
              <RelativeTime at={conversation.updatedAt} />
            </Cell>
            <Cell corner className="overflow-visible text-right">
              <ConversationMenu conversation={conversation} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const runTones = { done: "neutral", stopped: "neutral", interrupted: "warning", failed: "error" } as const;

function LastRun({ run }: { run: Conversation["lastRun"] }) {
  if (!run) return <State icon={CircleDashed}>Not begun</State>;
  if (run.state === "running") return <State icon={LoaderCircle}>Running</State>;
  const { state, answer } = run;
  const { icon, word } = endName({ outcome: state, answer: answer === null ? undefined : { kind: answer } });
  const lacks = state === "done" && answer !== null && answer !== "answered";
  return (
    <State icon={eventIcons[icon]} tone={lacks ? "warning" : runTones[state]}>
      {word}
    </State>
  );
}
