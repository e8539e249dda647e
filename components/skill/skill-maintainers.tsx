"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { maintainersQuery } from "@/components/data/maintainer-queries";
import { membersQuery } from "@/components/data/settings-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { useSession } from "@/components/layout/current-workspace";
import { Avatar } from "@/components/ui/avatar";
import { Button, IconButton } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Maintainer, MaintainerList } from "@/lib/library/maintainers/maintainer-schema";

type SkillMaintainersProps = { workspace: string; skill: string };

/** Who counts as an author of this skill although their role may not say so. */
export function SkillMaintainers({ workspace, skill }: SkillMaintainersProps) {
  const maintainers = useQuery(maintainersQuery(client.library, workspace, skill));
  const { data } = maintainers;
  return (
    <Section title="Co-maintainers" end={data?.items.length || undefined}>
      {data ? (
        <List workspace={workspace} skill={skill} list={data} />
      ) : maintainers.isError ? (
        <div className="grid justify-items-start gap-2">
          <p className="text-ink-3">
            <ShownText text={maintainers.error.message} />
          </p>
          <Button onClick={() => void maintainers.refetch()}>Try again</Button>
        </div>
      ) : (
        <Skeleton className="h-7" />
      )}
    </Section>
  );
}

type Change = { member: string; op: "add" | "remove" };

/** One change at a time; the answer is the whole list as it is then. */
function useChange(workspace: string, skill: string) {
  const cache = useQueryClient();
  const route = client.library.workspaces[":workspace"].skills[":skill"].maintainers[":member"];
  return useMutation({
    mutationFn: ({ member, op }: Change) => {
      const asked = { param: { workspace, skill, member } };
      return op === "add" ? unwrap(route.$put(asked)) : unwrap(route.$delete(asked));
    },
    onSuccess: (list) => {
      cache.setQueryData(maintainersQuery(client.library, workspace, skill).queryKey, list);
      // Whoever stepped down may perhaps no longer edit.
      void cache.invalidateQueries({ queryKey: skillQuery(client.library, workspace, skill).queryKey });
    },
  });
}

function List({ workspace, skill, list }: SkillMaintainersProps & { list: MaintainerList }) {
  const { user } = useSession();
  const change = useChange(workspace, skill);
  const remove = ({ person: { id, name } }: Maintainer) => {
    if (!list.mayManage && id !== user.id) return null;
    return (
      <IconButton
        icon={X}
        size="icon-small"
        label={id === user.id ? "Step down as co-maintainer" : `Remove ${name}`}
        onClick={() => change.mutate({ member: id, op: "remove" })}
      />
    );
  };
  return (
    <>
      {list.items.length === 0 ? (
        <p className="text-ink-3">
          No co-maintainers yet. Everybody whose role may edit skills can edit this one.
          {list.mayManage ? " A co-maintainer gets the author role for this skill only." : null}
        </p>
      ) : (
        <ul className="grid gap-1">
          {list.items.map((maintainer) => (
            <li
              key={maintainer.person.id}
              className="flex min-h-7 items-center gap-2"
              title={`Added by ${maintainer.addedBy.name}`}
            >
              <Avatar name={maintainer.person.name} />
              <span className="min-w-0 flex-1 truncate">
                <ShownText text={maintainer.person.name} />
              </span>
              {maintainer.person.id === user.id ? <span className="text-12 text-ink-3">you</span> : null}
              {remove(maintainer)}
            </li>
          ))}
        </ul>
      )}
      {list.mayManage ? (
        <AddMaintainer
          workspace={workspace}
          list={list}
          isPending={change.isPending}
          add={(member) => change.mutate({ member, op: "add" })}
        />
      ) : null}
    </>
  );
}

type AddMaintainerProps = {
  workspace: string;
  list: MaintainerList;
  isPending: boolean;
  add: (member: string) => void;
};

function AddMaintainer({ workspace, list, isPending, add }: AddMaintainerProps) {
  const [chosen, setChosen] = useState("");
  const members = useQuery(membersQuery(client.workspaces, workspace)).data?.items ?? [];
  const there = new Set(list.items.map(({ person }) => person.id));
  const others = members.filter(({ userId, isDeactivated }) => !isDeactivated && !there.has(userId));
  if (others.length === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || !others.some(({ userId }) => userId === chosen)) return;
    add(chosen);
    setChosen("");
  };
  return (
    <form onSubmit={submit} className="mt-2 flex gap-2">
      <Select
        aria-label="Whom to add as a co-maintainer"
        className="min-w-0 flex-1"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="">Choose a member</option>
        {others.map(({ userId, name, role }) => (
          <option key={userId} value={userId}>
            {markHidden(name)} ({role})
          </option>
        ))}
      </Select>
      <Button
        type="submit"
        pending={isPending}
        blockedReason={chosen === "" ? "Choose a member first." : undefined}
      >
        Add
      </Button>
    </form>
  );
}
