"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { groupsQuery } from "@/components/data/access-queries";
import { membersQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { CheckList } from "@/components/ui/check-list";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { NameField } from "@/components/ui/name-field";
import { client, unwrap } from "@/lib/api/client";
import type { MemberGroup } from "@/lib/auth/group-schema";

/** Null makes a group. */
type GroupDialogProps = { group: MemberGroup | null; close: () => void };

/** Names a group and says who is in it. */
export function GroupDialog({ group, close }: GroupDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={close}
      title={group ? `Change ${group.name}` : "New group"}
      description="Skills can be opened to it on their pages."
    >
      <GroupForm group={group} close={close} />
    </Dialog>
  );
}

type GroupFields = { name: string; members: string[]; limited: boolean };

function useSave({ group, close }: GroupDialogProps) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const { groups } = client.members.workspaces[":workspace"];
  return useMutation({
    meta: { silent: true },
    mutationFn: (fields: GroupFields) =>
      group
        ? unwrap(
            groups[":group"].$patch({
              param: { workspace, group: group.id },
              json: { ...fields, baseRevision: group.revision },
            }),
          )
        : unwrap(groups.$post({ param: { workspace }, json: fields })),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: groupsQuery(client.members, workspace).queryKey });
      close();
    },
  });
}

function GroupForm({ group, close }: GroupDialogProps) {
  const { slug } = useWorkspace();
  const [name, setName] = useState(group?.name ?? "");
  const [members, setMembers] = useState(group?.members.map(({ id }) => id) ?? []);
  const [limited, setLimited] = useState(group?.limited ?? false);
  const people = useQuery(membersQuery(client.workspaces, slug)).data?.items ?? [];
  const save = useSave({ group, close });
  return (
    <DialogForm
      verb={group ? "Change group" : "Create group"}
      pending={save.isPending}
      blockedReason={name.trim() === "" ? "Give the group a name." : undefined}
      onSubmit={() => save.mutate({ name, members, limited })}
      close={close}
    >
      <NameField value={name} onValueChange={setName} placeholder="Support" />
      <CheckList
        legend="Members"
        items={people.map(({ userId, name: called, role }) => ({ id: userId, name: called, note: role }))}
        chosen={members}
        onChange={setMembers}
        none="Nobody is here yet."
      />
      <Checkbox
        checked={limited}
        onChange={({ target }) => setLimited(target.checked)}
        label="Limit its members to certain skills"
        help="They see what is opened to them by name or group, and no other skill. Admins see everything."
      />
      <ErrorNotice error={save.error} title="The group was not saved" />
    </DialogForm>
  );
}
