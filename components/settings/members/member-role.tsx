"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { membersQuery } from "@/components/data/settings-queries";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { roleNames, roleWords } from "@/components/layout/role-words";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { toast } from "@/components/ui/toaster";
import { type Role, roles } from "@/lib/access/permissions";
import { client, unwrap } from "@/lib/api/client";
import type { Member } from "@/lib/auth/schema";
import { roleChoice } from "./member-choices";

function useChangeRole(member: Member) {
  const { slug: workspace } = useWorkspace();
  const { user } = useSession();
  const cache = useQueryClient();
  const router = useRouter();
  const { queryKey } = membersQuery(client.workspaces, workspace);
  return useMutation({
    mutationFn: (role: Role) =>
      unwrap(
        client.members.workspaces[":workspace"].members[":member"].$patch({
          param: { workspace, member: member.userId },
          json: { role },
        }),
      ),
    onSuccess: (changed) => {
      cache.setQueryData(
        queryKey,
        (before) =>
          before && {
            items: before.items.map((each) => (each.userId === changed.userId ? changed : each)),
          },
      );
      toast.success(`${changed.name} is ${changed.role} now`);
      // What one may do oneself is decided by the page around this one.
      if (changed.userId === user.id) router.refresh();
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  });
}

/** The role as a choice, for whom may change it; as a word with the reason otherwise. */
export function MemberRole({ member, isOnly }: { member: Member; isOnly: boolean }) {
  const { role: own } = useWorkspace();
  const { user } = useSession();
  const [asked, setAsked] = useState<Role | null>(null);
  const change = useChangeRole(member);
  const choice = roleChoice({ userId: user.id, role: own }, member, isOnly);
  if ("blocked" in choice)
    return (
      <span className="capitalize" title={choice.blocked ?? undefined}>
        {member.role}
        {choice.blocked === null ? null : (
          <span className="sr-only normal-case">
            . <ShownText text={choice.blocked} />
          </span>
        )}
      </span>
    );
  const isSelf = member.userId === user.id;
  const choose = (role: Role) => {
    // Giving away, of oneself or of the workspace, is asked for; everything else can be taken back here.
    if (isSelf || role === "owner") setAsked(role);
    else change.mutate(role);
  };
  return (
    <>
      <Select
        aria-label={`Role of ${member.name}`}
        className="w-[116px]"
        value={change.isPending ? change.variables : member.role}
        onChange={({ target }) => {
          const role = roles.find((each) => each === target.value);
          if (role !== undefined) choose(role);
        }}
      >
        {choice.roles.map((role) => (
          <option key={role} value={role} title={roleWords[role]}>
            {roleNames[role]}
          </option>
        ))}
      </Select>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => open || setAsked(null)}
        title={isSelf ? `Be ${asked} yourself?` : `Make ${member.name} an owner?`}
        description={
          isSelf
            ? "You lose what your role allows now, and cannot give it back to yourself."
            : "Owners may do everything, also remove you, hand the workspace over or delete it."
        }
        confirmLabel={isSelf ? `Become ${asked}` : "Make owner"}
        danger={isSelf}
        onConfirm={() => (asked === null ? undefined : change.mutateAsync(asked))}
      />
    </>
  );
}
