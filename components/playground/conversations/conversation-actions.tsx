"use client";

import { Columns2, GitFork, Lock, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { comparePath } from "@/components/data/playground-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button, ButtonLink } from "@/components/ui/button";
import type { Conversation } from "@/lib/sessions/schema";
import { ConversationMenu } from "./conversation-menu";

const ShareDialog = dynamic(() => import("./share-dialog").then((module) => module.ShareDialog), {
  ssr: false,
});

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
  const [isSharing, setIsSharing] = useState(false);
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
        aria-haspopup="dialog"
        onClick={() => setIsSharing(true)}
        className="narrow:hidden"
      >
        {shared ? "Shared" : "Share"}
      </Button>
      <ShareDialog conversation={conversation} open={isSharing} onOpenChange={setIsSharing} />
      <ConversationMenu conversation={conversation} />
    </>
  );
}
