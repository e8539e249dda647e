"use client";

import { Plus } from "lucide-react";
import { newConversationPath, playgroundPath } from "@/components/data/playground-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { TopLine } from "@/components/layout/top-line";
import { ButtonLink } from "@/components/ui/button";
import type { Agent } from "@/lib/agents/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Conversation } from "@/lib/sessions/schema";
import { BranchChoice } from "./branch-choice";
import { ConversationActions } from "./conversations/conversation-actions";
import { OverlayChips } from "./overlay-chips";
import { RecordingChip } from "./recording-chip";
import type { RunStart } from "./runs/run-actions";

type ConversationTopProps = {
  /** Undefined while it is read. */
  conversation: Conversation | undefined;
  agent: Agent | undefined;
  /** Null: the line that was used last. */
  branch: string | null;
  onBranch: (branch: string) => void;
  /** How the newest run began. */
  start: RunStart | undefined;
  /** Null while there is nothing to fork. */
  onFork: (() => void) | null;
  closedReason: string | undefined;
};

/** What is talked about, in which line and with which skills; and what can be done with it as a whole. */
export function ConversationTop(props: ConversationTopProps) {
  const { conversation, agent, branch, onBranch, start, onFork, closedReason } = props;
  const { slug: workspace } = useWorkspace();
  const again = conversation?.agent ? { agent: conversation.agent.slug } : {};
  return (
    <TopLine
      title={markHidden(conversation?.title ?? "Conversation")}
      crumbs={[{ label: "Playground", href: playgroundPath(workspace) }]}
      chips={
        conversation ? (
          <>
            <BranchChoice conversation={conversation} branch={branch} onBranch={onBranch} />
            <RecordingChip origin={conversation.recordingOf} />
            <OverlayChips overlay={conversation.overlay} agent={agent} start={start} />
          </>
        ) : null
      }
      actions={
        conversation ? (
          <ConversationActions
            conversation={conversation}
            lastMessage={start?.payload.message ?? ""}
            onFork={onFork}
            closedReason={closedReason}
          />
        ) : null
      }
      primary={
        <ButtonLink href={newConversationPath(workspace, again)} variant="primary" icon={Plus}>
          <span>
            New<span className="narrow:hidden"> conversation</span>
          </span>
        </ButtonLink>
      }
    />
  );
}
