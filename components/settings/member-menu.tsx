"use client";

import { Crown, Ellipsis, LogOut, UserMinus } from "lucide-react";
import { useState } from "react";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { Member } from "@/lib/auth/schema";
import { HandOverDialog, LeaveDialog, RemoveMemberDialog } from "./member-dialogs";
import { mayHandOver, mayRemove, whyNotLeave } from "./member-rules";

/** What can be done about somebody's membership; nothing is shown where nothing can be done. */
export function MemberMenu({ member, owners }: { member: Member; owners: number }) {
  const { role } = useWorkspace();
  const { user } = useSession();
  const [asked, setAsked] = useState<"remove" | "hand-over" | "leave" | null>(null);
  const asker = { userId: user.id, role };
  const isSelf = member.userId === user.id;
  const [removes, handsOver] = [mayRemove(asker, member), mayHandOver(asker, member)];
  if (!isSelf && !removes && !handsOver) return null;
  const close = () => setAsked(null);
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} size="icon-small" label={`Actions for ${member.name}`} />}
      >
        {handsOver ? (
          <MenuItem icon={Crown} onSelect={() => setAsked("hand-over")}>
            Hand the workspace over…
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
            blockedReason={whyNotLeave(asker, owners)}
            onSelect={() => setAsked("leave")}
          >
            Leave the workspace…
          </MenuItem>
        ) : null}
      </Menu>
      <RemoveMemberDialog open={asked === "remove"} close={close} member={member} />
      <HandOverDialog open={asked === "hand-over"} close={close} member={member} />
      <LeaveDialog open={asked === "leave"} close={close} />
    </>
  );
}
