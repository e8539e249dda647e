"use client";

import { Ellipsis, Lock, Pencil, Trash2, Undo2, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useWorkspace } from "@/components/layout/current-workspace";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatCount } from "@/components/ui/format";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Conversation } from "@/lib/sessions/schema";
import { notYours, useConversationChanges } from "./use-conversation-changes";

const RenameConversationDialog = dynamic(
  () => import("./rename-conversation-dialog").then((module) => module.RenameConversationDialog),
  { ssr: false },
);

const ShareDialog = dynamic(() => import("./share-dialog").then((module) => module.ShareDialog), {
  ssr: false,
});

/** Rename, share, end the overlay, delete. The same menu in the list and in the conversation. */
export function ConversationMenu({ conversation }: { conversation: Conversation }) {
  const [open, setOpen] = useState<"rename" | "share" | "delete" | null>(null);
  const { slug: workspace } = useWorkspace();
  const { update, remove } = useConversationChanges(workspace, conversation.id);
  const blocked = conversation.mayEdit ? {} : { blockedReason: notYours };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton icon={Ellipsis} side="left" label={`More for ${conversation.title}`} size="icon" />
        }
      >
        <MenuItem icon={Pencil} {...blocked} onSelect={() => setOpen("rename")}>
          Rename
        </MenuItem>
        <MenuItem icon={conversation.shared ? Users : Lock} onSelect={() => setOpen("share")}>
          {conversation.shared ? "Shared with the workspace…" : "Share with the workspace…"}
        </MenuItem>
        {conversation.overlay.length > 0 ? (
          <MenuItem icon={Undo2} {...blocked} onSelect={() => update.mutate({ overlay: [] })}>
            Reset to the assigned versions
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem icon={Trash2} danger {...blocked} onSelect={() => setOpen("delete")}>
          Delete
        </MenuItem>
      </Menu>
      <RenameConversationDialog
        key={conversation.title}
        open={open === "rename"}
        onOpenChange={(next) => setOpen(next ? "rename" : null)}
        title={markHidden(conversation.title)}
        onRename={(title) => update.mutateAsync({ title })}
      />
      <ShareDialog
        conversation={conversation}
        open={open === "share"}
        onOpenChange={(next) => setOpen(next ? "share" : null)}
      />
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={(next) => setOpen(next ? "delete" : null)}
        title={markHidden(`Delete “${conversation.title}”?`)}
        description={`${formatCount(conversation.turns, "turn")} with every event go. This cannot be undone.`}
        confirmLabel="Delete conversation"
        danger
        onConfirm={() => remove.mutateAsync()}
      />
    </>
  );
}
