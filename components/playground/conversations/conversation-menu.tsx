"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Eye, EyeOff, Pencil, Trash2, Undo2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { playgroundPath } from "@/components/data/playground-paths";
import { sessionKeys } from "@/components/data/session-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatCount } from "@/components/ui/format";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Conversation, UpdateConversation } from "@/lib/sessions/schema";

const RenameConversationDialog = dynamic(
  () => import("./rename-conversation-dialog").then((module) => module.RenameConversationDialog),
  { ssr: false },
);

export const notYours = "Only the person who began it or an admin may.";

/** Rename, share, end the overlay, delete. The same menu in the list and in the conversation. */
export function ConversationMenu({ conversation }: { conversation: Conversation }) {
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const { slug: workspace } = useWorkspace();
  const { update, remove } = useConversationChanges(workspace, conversation.id);
  const blocked = conversation.mayEdit ? {} : { blockedReason: notYours };
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={`More for ${conversation.title}`} size="icon" />}
      >
        <MenuItem icon={Pencil} {...blocked} onSelect={() => setOpen("rename")}>
          Rename
        </MenuItem>
        <MenuItem
          icon={conversation.shared ? EyeOff : Eye}
          {...blocked}
          onSelect={() => update.mutate({ shared: !conversation.shared })}
        >
          {conversation.shared ? "Make private" : "Share with the workspace"}
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

export function useConversationChanges(workspace: string, id: string) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const one = client.sessions.workspaces[":workspace"].conversations[":conversation"];
  const param = { workspace, conversation: id };
  const update = useMutation({
    mutationFn: (changes: UpdateConversation) => unwrap(one.$patch({ param, json: changes })),
    onSuccess: (conversation) => {
      queryClient.setQueryData(sessionKeys.one(workspace, id), conversation);
      return queryClient.invalidateQueries({ queryKey: sessionKeys.list(workspace) });
    },
  });
  const remove = useMutation({
    mutationFn: () => unwrap(one.$delete({ param })),
    meta: { silent: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionKeys.list(workspace) });
      if (window.location.pathname.endsWith(id)) router.push(playgroundPath(workspace));
      queryClient.removeQueries({ queryKey: sessionKeys.events(workspace, id) });
    },
  });
  return { update, remove };
}
