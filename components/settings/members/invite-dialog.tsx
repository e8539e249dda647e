"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { invitationsQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { roleNames, roleWords } from "@/components/layout/role-words";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { type Role, roles } from "@/lib/access/permissions";
import { client, unwrap } from "@/lib/api/client";
import { invitationDays } from "@/lib/auth/invitation-options";
import type { CreatedInvitation, CreateInvitation } from "@/lib/auth/invitation-schema";
import { useWarnedLeave } from "../secret-shown-once";
import { dayChoices } from "./invitation-words";
import { MadeInvitation } from "./made-invitation";

/** Asks whom and as what, then shows the link: the only time that it is seen. */
export function InviteDialog({ close }: { close: () => void }) {
  const { name } = useWorkspace();
  const [made, setMade] = useState<CreatedInvitation | null>(null);
  const { isWarned, leave } = useWarnedLeave(made !== null, close);
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={made ? "The link is ready" : `Invite to ${name}`}
      description={
        made
          ? `${made.email ?? "Whoever opens it"} joins as ${made.role}.`
          : "A link lets one person join, with an account that they have or make."
      }
    >
      {made ? (
        <MadeInvitation made={made} isWarned={isWarned} close={close} />
      ) : (
        <InviteForm close={close} onMade={setMade} />
      )}
    </Dialog>
  );
}

function useInvite(onMade: (made: CreatedInvitation) => void) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    // The answer holds the link itself: it is not kept behind the dialog.
    gcTime: 0,
    mutationFn: (json: CreateInvitation) =>
      unwrap(client.invitations.workspaces[":workspace"].invitations.$post({ param: { workspace }, json })),
    onSuccess: (made) => {
      onMade(made);
      void cache.invalidateQueries({ queryKey: invitationsQuery(client.invitations, workspace).queryKey });
    },
  });
}

function InviteForm({ close, onMade }: { close: () => void; onMade: (made: CreatedInvitation) => void }) {
  const { slug } = useWorkspace();
  const [role, setRole] = useState<Role>("author");
  const [email, setEmail] = useState("");
  const [days, setDays] = useState<number>(invitationDays.usual);
  const sendsMail = useQuery(invitationsQuery(client.invitations, slug)).data?.sendsMail ?? false;
  const invite = useInvite(onMade);
  const address = email.trim();
  return (
    <DialogForm
      verb={sendsMail && address !== "" ? "Invite by e-mail" : "Create link"}
      pending={invite.isPending}
      onSubmit={() =>
        invite.mutate({ role, expiresInDays: days, ...(address === "" ? {} : { email: address }) })
      }
      close={close}
      noValidate
    >
      {invite.error ? (
        <Notice tone="error" title="Nobody was invited">
          <ShownText text={invite.error.message} />
        </Notice>
      ) : null}
      <RoleField role={role} setRole={setRole} />
      <Field
        label="E-mail (optional)"
        help={
          sendsMail
            ? "The link works for this address alone, and goes out to it by e-mail."
            : "The link works for this address alone. This installation sends no e-mail: you pass it on yourself."
        }
      >
        <Input
          size="form"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </Field>
      <Field label="Expires after" help="It works once, and can be revoked until then.">
        <Select size="form" value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {dayChoices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </DialogForm>
  );
}

/** At most one's own: the server says the same. */
function RoleField({ role, setRole }: { role: Role; setRole: (role: Role) => void }) {
  const { role: own } = useWorkspace();
  const choices = roles.filter((each) => roles.indexOf(each) <= roles.indexOf(own));
  return (
    <Field label="Role" help={roleWords[role]}>
      <Select
        size="form"
        autoFocus
        value={role}
        onChange={({ target }) => setRole(choices.find((each) => each === target.value) ?? role)}
      >
        {choices.map((each) => (
          <option key={each} value={each}>
            {roleNames[each]}
          </option>
        ))}
      </Select>
    </Field>
  );
}
