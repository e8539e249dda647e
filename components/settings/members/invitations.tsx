"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { invitationsQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { formatExact } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { client, unwrap } from "@/lib/api/client";
import type { Invitation } from "@/lib/auth/invitation-schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { EndedRows } from "./ended-rows";
import { invitationStates } from "./invitation-words";

/** Links that somebody may still join with; the ended ones when they are asked for. */
export function Invitations() {
  const { slug } = useWorkspace();
  const invitations = useQuery(invitationsQuery(client.invitations, slug));
  return (
    <section className="pb-6">
      <h2 className="mb-2">Invitations</h2>
      {invitations.data ? (
        <EndedRows
          items={invitations.data.items}
          isEnded={({ state }) => state !== "open"}
          noun="inactive invitation"
          none="Nobody is invited at the moment."
        >
          {(items) => <InvitationTable items={items} />}
        </EndedRows>
      ) : (
        <NotLoaded
          query={invitations}
          loading="Loading the invitations"
          rows={2}
          failed="The invitations could not be loaded"
          className=""
        />
      )}
    </section>
  );
}

function InvitationTable({ items }: { items: readonly Invitation[] }) {
  return (
    <div className="relative overflow-x-auto">
      <Table caption="Invitations, the newest first" stacked className="min-w-[720px]">
        <thead>
          <tr>
            <HeaderCell>For</HeaderCell>
            <HeaderCell width={96}>Role</HeaderCell>
            <HeaderCell width={190}>State</HeaderCell>
            <HeaderCell width={140}>Invited by</HeaderCell>
            <HeaderCell width={72} numeric>
              Made
            </HeaderCell>
            <HeaderCell width={48} spoken="Actions" />
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <InvitationRow key={item.id} item={item} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** Whom it is for, or that whoever has the link may use it. */
const forWhom = ({ email }: Invitation) => email ?? "Whoever has the link";

function InvitationRow({ item }: { item: Invitation }) {
  const { icon, word } = invitationStates[item.state];
  return (
    <Row>
      <Cell className={item.email === null ? undefined : "font-medium text-ink"} title={forWhom(item)}>
        {forWhom(item)}
      </Cell>
      <Cell label="Role" className="capitalize">
        {item.role}
      </Cell>
      <Cell title={stateTitle(item)}>
        <State icon={icon}>
          {word}
          {item.accepted ? <ShownText text={`: ${item.accepted.by.name}`} /> : null}
          {item.state === "open" ? <ShownText text={sentWords(item) ?? ""} /> : null}
        </State>
      </Cell>
      <Cell label="Invited by" title={markHidden(item.createdBy.name)}>
        <ShownText text={item.createdBy.name} />
      </Cell>
      <Cell numeric label="Made">
        <RelativeTime at={item.createdAt} />
      </Cell>
      <Cell corner>{item.state === "open" ? <RevokeButton item={item} /> : null}</Cell>
    </Row>
  );
}

/** Nothing of one that is for nobody in particular: there is nowhere to send it. */
const sentWords = ({ email, sentAt }: Invitation): string | null => {
  if (email === null) return null;
  return sentAt ? ", sent by e-mail" : ", not sent";
};

const stateTitle = ({ state, expiresAt }: Invitation): string | undefined =>
  state === "open" ? `Until ${formatExact(new Date(expiresAt), "UTC")}` : undefined;

function RevokeButton({ item }: { item: Invitation }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  return (
    <ConfirmIconButton
      icon={Ban}
      label={`Revoke the invitation for ${item.email ?? "whoever has the link"}`}
      title="Revoke this invitation?"
      description="Its link stops working. You can invite again at any time."
      confirmLabel="Revoke"
      onConfirm={async () => {
        await unwrap(
          client.invitations.workspaces[":workspace"].invitations[":invitation"].$delete({
            param: { workspace, invitation: item.id },
          }),
        );
        const { queryKey } = invitationsQuery(client.invitations, workspace);
        await cache.invalidateQueries({ queryKey });
      }}
    />
  );
}
