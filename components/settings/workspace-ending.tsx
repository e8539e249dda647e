"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut, Trash2 } from "lucide-react";
import { useState } from "react";
import { membersPath } from "@/components/data/settings-paths";
import { membersQuery } from "@/components/data/settings-queries";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";
import { isOnlyOwner } from "@/lib/access/member-rules";
import { client } from "@/lib/api/client";
import { whyNotLeave } from "./members/member-choices";
import { DeleteWorkspaceDialog, LeaveDialog } from "./members/member-dialogs";
import { SettingsGroup } from "./settings-group";

/** Going, and letting everything go. */
export function WorkspaceEnding() {
  const { slug, role } = useWorkspace();
  const { user } = useSession();
  const members = useQuery(membersQuery(client.workspaces, slug)).data?.items;
  const [asked, setAsked] = useState<"leave" | "delete" | null>(null);
  const noLeave = members && whyNotLeave(isOnlyOwner({ userId: user.id, role }, members));
  const blocked = useBlockedFor("workspace.delete");
  const close = () => setAsked(null);
  return (
    <SettingsGroup title="Leave or delete" help="Your account and your other workspaces stay as they are.">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={LogOut} blockedReason={noLeave} onClick={() => setAsked("leave")}>
          Leave the workspace
        </Button>
        <span className="text-12 text-ink-3">
          {noLeave === undefined ? (
            "Your work stays, under your name."
          ) : (
            <>
              You are the only owner. Transfer ownership on{" "}
              <TextLink href={membersPath(slug)}>Members</TextLink>, or delete it.
            </>
          )}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="danger" icon={Trash2} missingRight={blocked} onClick={() => setAsked("delete")}>
          Delete the workspace
        </Button>
        <span className="text-12 text-ink-3">
          {blocked ?? "With all its skills, agents and conversations, for good."}
        </span>
      </div>
      <LeaveDialog open={asked === "leave"} close={close} />
      <DeleteWorkspaceDialog open={asked === "delete"} close={close} />
    </SettingsGroup>
  );
}
