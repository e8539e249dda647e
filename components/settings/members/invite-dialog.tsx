"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { invitationsQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { roleNames, roleWords } from "@/components/layout/role-words";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { mayGiveRole } from "@/lib/access/member-rules";
import { type Role, roles } from "@/lib/access/permissions";
import { client, unwrap } from "@/lib/api/client";
import { invitationDays } from "@/lib/auth/invitation-options";
import type { CreatedInvitation, CreateInvitation } from "@/lib/auth/invitation-schema";
import { SecretDialog, useMakeSecret } from "../secret-dialog";
import { dayChoices } from "./invitation-words";
import { MadeInvitation } from "./made-invitation";

/** Asks whom and as what, then shows the link: the only time that it is seen. */
export function InviteDialog({ close }: { close: () => void }) {
  const { name } = useWorkspace();
  return (
    <SecretDialog<CreatedInvitation>
      words={(made) =>
        made
          ? {
              title: "The link is ready",
              description: `${made.email ?? "Whoever opens it"} joins as ${made.role}.`,
            }
          : {
              title: `Invite to ${name}`,
              description: "A link lets one person join, with an account that they have or make.",
            }
      }
      form={(onMade) => <InviteForm close={close} onMade={onMade} />}
      shown={(made, isWarned) => <MadeInvitation made={made} isWarned={isWarned} close={close} />}
      close={close}
    />
  );
}

function useInvite(onMade: (made: CreatedInvitation) => void) {
  const { slug: workspace } = useWorkspace();
  const make = (json: CreateInvitation) =>
    unwrap(client.invitations.workspaces[":workspace"].invitations.$post({ param: { workspace }, json }));
  return useMakeSecret({ make, list: invitationsQuery(client.invitations, workspace).queryKey, onMade });
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
      <ErrorNotice error={invite.error} title="Nobody was invited" />
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
  const choices = roles.filter((each) => mayGiveRole(own, each));
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
