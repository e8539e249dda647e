"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { membersQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { Member } from "@/lib/auth/schema";

type DialogProps = { open: boolean; close: () => void };
type MemberDialogProps = DialogProps & { member: Member };

const workspaces = client.members.workspaces[":workspace"];

export function RemoveMemberDialog({ open, close, member }: MemberDialogProps) {
  const { slug: workspace, name } = useWorkspace();
  const cache = useQueryClient();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={close}
      title={`Remove ${member.name} from ${name}?`}
      description="What they wrote, ran and said stays, under their name. Their keys of this workspace and their open invitations are revoked, and pages they have open end. Keys that they made for machines stay: revoke under Keys those that they may still know."
      confirmLabel={`Remove ${member.name}`}
      danger
      onConfirm={async () => {
        await unwrap(workspaces.members[":member"].$delete({ param: { workspace, member: member.userId } }));
        toast.success(`${member.name} is no longer a member`);
        await cache.invalidateQueries({ queryKey: membersQuery(client.workspaces, workspace).queryKey });
      }}
    />
  );
}

export function HandOverDialog({ open, close, member }: MemberDialogProps) {
  const { slug: workspace, name } = useWorkspace();
  const cache = useQueryClient();
  const router = useRouter();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={close}
      title={`Hand ${name} over to ${member.name}?`}
      description={`${member.name} becomes its owner and you become an admin. Only ${member.name} can give it back.`}
      confirmLabel="Hand over"
      danger
      typeToConfirm={name}
      onConfirm={async () => {
        const json = { to: member.userId, confirmName: name };
        await unwrap(workspaces.transfer.$post({ param: { workspace }, json }));
        toast.success(`${member.name} owns ${name} now`);
        await cache.invalidateQueries({ queryKey: membersQuery(client.workspaces, workspace).queryKey });
        router.refresh();
      }}
    />
  );
}

export function LeaveDialog({ open, close }: DialogProps) {
  const { slug: workspace, name } = useWorkspace();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={close}
      title={`Leave ${name}?`}
      description="What you wrote stays, under your name, and your keys of this workspace are revoked. To come back you need an invitation."
      confirmLabel="Leave"
      danger
      onConfirm={async () => {
        await unwrap(workspaces.leave.$post({ param: { workspace } }));
        // A full load: nothing of the workspace stays in memory.
        window.location.assign("/");
      }}
    />
  );
}

export function DeleteWorkspaceDialog({ open, close }: DialogProps) {
  const { slug: workspace, name } = useWorkspace();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={close}
      title={`Delete ${name}?`}
      description="Every skill with its versions, every agent, conversation and review in it is deleted, for good. Members keep their account and their other workspaces."
      confirmLabel={`Delete ${name}`}
      danger
      typeToConfirm={name}
      onConfirm={async () => {
        await unwrap(workspaces.$delete({ param: { workspace }, json: { confirmName: name } }));
        window.location.assign("/");
      }}
    />
  );
}
