"use client";

import { Lock, Users } from "lucide-react";
import { conversationPath } from "@/components/data/playground-paths";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { toast } from "@/components/ui/toaster";
import type { Conversation } from "@/lib/sessions/schema";
import { notYours, useConversationChanges } from "./use-conversation-changes";

type ShareDialogProps = {
  conversation: Conversation;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Who may read a conversation: says so before it changes, gives the link, and takes a change back. */
export function ShareDialog({ conversation, open, onOpenChange }: ShareDialogProps) {
  const { slug: workspace, name } = useWorkspace();
  const { update } = useConversationChanges(workspace, conversation.id);
  const { user } = useSession();
  const { shared, mayEdit, createdBy } = conversation;
  const isMine = createdBy.id === user.id;
  const reader = isMine ? "you" : createdBy.name;
  const link =
    typeof window === "undefined"
      ? ""
      : `${window.location.origin}${conversationPath(workspace, conversation.id)}`;
  const change = (next: boolean) =>
    update.mutate(
      { shared: next },
      {
        onSuccess: () =>
          toast.success(next ? `Shared with everybody in ${name}` : `Private: only ${reader} may read it`, {
            // Who is not its author does not reach a private conversation any more, to share it again.
            ...(next || isMine
              ? { action: { label: "Undo", onClick: () => update.mutate({ shared: !next }) } }
              : {}),
          }),
      },
    );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title={shared ? "Shared with the workspace" : "Share this conversation?"}
      description={
        shared
          ? `Everybody in ${name} may read every message, event and exact prompt of it, and comment. Made private, only ${reader} may.`
          : `Everybody in ${name} will be able to read every message, event and exact prompt of it, and comment.`
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{shared ? "Close" : "Cancel"}</Button>
          <Button
            variant={shared ? "default" : "primary"}
            icon={shared ? Lock : Users}
            pending={update.isPending}
            missingRight={mayEdit ? undefined : notYours}
            onClick={() => change(!shared)}
          >
            {shared ? "Make private" : "Share"}
          </Button>
        </>
      }
    >
      <p className="flex items-center gap-2 rounded-2 border border-line-strong bg-sunken px-2.5 py-1.5">
        <Icon of={shared ? Users : Lock} size={14} className="flex-none text-ink-3" />
        <span className="min-w-0 flex-1 truncate font-mono text-12">
          <ShownText text={link} />
        </span>
        <CopyButton text={link} label="Copy the link" />
      </p>
      {shared ? null : (
        <p className="mt-1.5 text-12 text-ink-3">
          Until it is shared, only {reader} may read it, and the link opens for nobody else.
        </p>
      )}
    </Dialog>
  );
}
