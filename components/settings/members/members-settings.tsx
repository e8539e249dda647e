"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { membersQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Button } from "@/components/ui/button";
import { can } from "@/lib/access/permissions";
import { client } from "@/lib/api/client";
import { SettingsHead } from "../settings-head";
import { Groups } from "./groups";
import { Invitations } from "./invitations";
import { MembersTable } from "./members-table";
import { RolesTable } from "./roles-table";

const InviteDialog = dynamic(() => import("./invite-dialog").then((module) => module.InviteDialog), {
  ssr: false,
});

/** Who is in the workspace, who is invited, and what each role may do. */
export function MembersSettings() {
  const { slug, name, role } = useWorkspace();
  const { data } = useSuspenseQuery(membersQuery(client.workspaces, slug));
  const [isOpen, setOpen] = useState(false);
  const mayInvite = can(role, "members.manage");
  const open = () => setOpen(true);
  useShortcut("c", "Invite somebody", open, { enabled: mayInvite });
  const invite = (
    <Button variant="primary" icon={UserPlus} shortcut="C" onClick={open}>
      Invite
    </Button>
  );
  return (
    <>
      <section className="py-6">
        <SettingsHead title={`Members of ${name}`}>{mayInvite ? invite : null}</SettingsHead>
        <MembersTable members={data.items} />
        {data.items.length === 1 && mayInvite ? (
          <p className="mt-2 text-ink-3">
            You are the only member. New members can see skills and agents; their role decides what else they
            can do.
          </p>
        ) : null}
      </section>
      <Groups />
      {mayInvite ? <Invitations /> : null}
      <RolesTable />
      {isOpen ? <InviteDialog close={() => setOpen(false)} /> : null}
    </>
  );
}
