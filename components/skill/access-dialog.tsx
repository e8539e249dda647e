"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accessQuery, groupsQuery } from "@/components/data/access-queries";
import { agentsQuery } from "@/components/data/agent-queries";
import { membersQuery } from "@/components/data/settings-queries";
import { CheckList } from "@/components/ui/check-list";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { client, unwrap } from "@/lib/api/client";
import type { ChangeAccess, ShownAccess } from "@/lib/library/access/access-schema";

type AccessDialogProps = { workspace: string; skill: string; access: ShownAccess; close: () => void };

const whom = (all: string, some: string) =>
  [
    { value: "all", label: all },
    { value: "chosen", label: some },
  ] as const;

/** Says whom a skill is open to, whole. */
export function AccessDialog({ workspace, skill, access, close }: AccessDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Access to ${skill}`}
      description="Decides who sees and rehearses it, and which agents may have it. Admins, its creator and its co-maintainers see it always."
    >
      <AccessForm workspace={workspace} skill={skill} access={access} close={close} />
    </Dialog>
  );
}

function useSave({ workspace, skill, close }: Omit<AccessDialogProps, "access">) {
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: (json: ChangeAccess) =>
      unwrap(
        client.library.workspaces[":workspace"].skills[":skill"].access.$put({
          param: { workspace, skill },
          json,
        }),
      ),
    onSuccess: (changed) => {
      cache.setQueryData(accessQuery(client.library, workspace, skill).queryKey, changed);
      close();
    },
  });
}

function AccessForm({ workspace, skill, access, close }: AccessDialogProps) {
  const [openTo, setOpenTo] = useState(access.people === null ? "all" : "chosen");
  const [members, setMembers] = useState(access.people?.members.map(({ id }) => id) ?? []);
  const [groups, setGroups] = useState(access.people?.groups.map(({ id }) => id) ?? []);
  const [haveIt, setHaveIt] = useState(access.agents === null ? "all" : "chosen");
  const [agents, setAgents] = useState(access.agents?.map(({ slug }) => slug) ?? []);
  const people = useQuery(membersQuery(client.workspaces, workspace)).data?.items ?? [];
  const named = useQuery(groupsQuery(client.members, workspace)).data?.items ?? [];
  const all = useQuery(agentsQuery(client.agents, workspace)).data?.items ?? [];
  const save = useSave({ workspace, skill, close });
  return (
    <DialogForm
      verb="Change access"
      pending={save.isPending}
      onSubmit={() =>
        save.mutate({
          baseRevision: access.revision,
          people: openTo === "all" ? null : { members, groups },
          agents: haveIt === "all" ? null : agents,
        })
      }
      close={close}
    >
      <RadioGroup
        legend="Who sees and rehearses it"
        options={whom("Everyone in this workspace", "Chosen people and groups")}
        value={openTo}
        onValueChange={setOpenTo}
      />
      {openTo === "all" ? null : (
        <>
          <CheckList
            legend="People"
            items={people.map(({ userId, name, role }) => ({ id: userId, name, note: role }))}
            chosen={members}
            onChange={setMembers}
            none="Nobody else is here yet."
          />
          <CheckList
            legend="Groups"
            items={named.map(({ id, name }) => ({ id, name }))}
            chosen={groups}
            onChange={setGroups}
            none="There is no group yet. Settings, Members makes them."
          />
        </>
      )}
      <RadioGroup
        legend="Which agents may have it"
        options={whom("Every agent", "Chosen agents")}
        value={haveIt}
        onValueChange={setHaveIt}
      />
      {haveIt === "all" ? null : (
        <CheckList
          legend="Agents"
          items={all.map(({ slug, name }) => ({ id: slug, name }))}
          chosen={agents}
          onChange={setAgents}
          none="There is no agent yet."
        />
      )}
      <ErrorNotice error={save.error} title="The access was not changed" />
    </DialogForm>
  );
}
