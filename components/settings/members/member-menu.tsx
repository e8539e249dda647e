"use client";

import { Crown, Ellipsis, KeyRound, LogOut, UserMinus } from "lucide-react";
import { useState } from "react";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { client, unwrap } from "@/lib/api/client";
import type { Member } from "@/lib/auth/schema";
import { mayHandOver, mayRemove, mayResetPassword, whyNotLeave } from "./member-choices";
import { HandOverDialog, LeaveDialog, RemoveMemberDialog } from "./member-dialogs";
import { ResetLinkDialog } from "./reset-link-dialog";

const resetLink = client.resetLinks.workspaces[":workspace"].members[":member"]["reset-link"];

/** What can be done about somebody's membership; nothing is shown where nothing can be done. */
export function MemberMenu({ member, isOnly }: { member: Member; isOnly: boolean }) {
  const { role, slug: workspace } = useWorkspace();
  const { user } = useSession();
  const [asked, setAsked] = useState<"remove" | "hand-over" | "leave" | "reset" | null>(null);
  const asker = { userId: user.id, role };
  const isSelf = member.userId === user.id;
  const [removes, handsOver] = [mayRemove(asker, member), mayHandOver(asker, member)];
  const resets = mayResetPassword(asker, member);
  if (!isSelf && !removes && !handsOver && !resets) return null;
  const close = () => setAsked(null);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton icon={Ellipsis} side="left" size="icon-small" label={`Actions for ${member.name}`} />
        }
      >
        {handsOver ? (
          <MenuItem icon={Crown} onSelect={() => setAsked("hand-over")}>
            Transfer ownership…
          </MenuItem>
        ) : null}
        {resets ? (
          <MenuItem icon={KeyRound} onSelect={() => setAsked("reset")}>
            Create a reset link…
          </MenuItem>
        ) : null}
        {removes ? (
          <MenuItem icon={UserMinus} danger onSelect={() => setAsked("remove")}>
            Remove…
          </MenuItem>
        ) : null}
        {isSelf ? (
          <MenuItem
            icon={LogOut}
            danger
            blockedReason={whyNotLeave(isOnly)}
            onSelect={() => setAsked("leave")}
          >
            Leave the workspace…
          </MenuItem>
        ) : null}
      </Menu>
      <RemoveMemberDialog open={asked === "remove"} close={close} member={member} />
      <ResetLinkDialog
        open={asked === "reset"}
        close={close}
        name={member.name}
        make={() => unwrap(resetLink.$post({ param: { workspace, member: member.userId } }))}
      />
      <HandOverDialog open={asked === "hand-over"} close={close} member={member} />
      <LeaveDialog open={asked === "leave"} close={close} />
    </>
  );
}
