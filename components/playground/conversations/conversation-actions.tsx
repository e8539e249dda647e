"use client";

import { Columns2, GitFork, Lock, Users } from "lucide-react";
import { comparePath } from "@/components/data/playground-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button, ButtonLink } from "@/components/ui/button";
import type { Conversation } from "@/lib/sessions/schema";
import { ConversationMenu, notYours, useConversationChanges } from "./conversation-menu";

type ConversationActionsProps = {
  conversation: Conversation;
  lastMessage: string;
  /** Null while there is nothing to fork. */
  onFork: (() => void) | null;
  closedReason: string | undefined;
};

/** Compare, fork and share; on a narrow page the menu has the rest. */
export function ConversationActions(props: ConversationActionsProps) {
  const { conversation, lastMessage, onFork, closedReason } = props;
  const { slug: workspace } = useWorkspace();
  const { update } = useConversationChanges(workspace, conversation.id);
  const { shared } = conversation;
  return (
    <>
      {conversation.agent ? (
        <ButtonLink
          href={comparePath(workspace, {
            agent: conversation.agent.slug,
            skill: conversation.overlay[0]?.name ?? "",
            message: lastMessage,
          })}
          variant="ghost"
          icon={Columns2}
          className="narrow:hidden"
        >
          Compare
        </ButtonLink>
      ) : null}
      <Button
        variant="ghost"
        icon={GitFork}
        onClick={() => onFork?.()}
        blockedReason={closedReason ?? (onFork ? undefined : "Nothing has been said yet.")}
        className="narrow:hidden"
      >
        Fork
      </Button>
      <Button
        icon={shared ? Users : Lock}
        pending={update.isPending}
        blockedReason={conversation.mayEdit ? undefined : notYours}
        onClick={() => update.mutate({ shared: !shared })}
        title={shared ? "Everybody in the workspace may read it" : "Only you may read it"}
        className="narrow:hidden"
      >
        {shared ? "Shared" : "Private"}
      </Button>
      <ConversationMenu conversation={conversation} />
    </>
  );
}
