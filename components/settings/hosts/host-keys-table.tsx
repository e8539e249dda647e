"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { gatewayKeysQuery } from "@/components/data/live-queries";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { client, unwrap } from "@/lib/api/client";
import type { GatewayKey } from "@/lib/gateway/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { KeyStanding } from "../key-standing";

/** Keys that hosts were given: who answers, whose they are, when they were used. */
export function HostKeysTable({ items }: { items: readonly GatewayKey[] }) {
  return (
    <div className="relative overflow-x-auto">
      <Table caption="Keys for hosts, the newest first" className="min-w-[720px] compact:min-w-0">
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell width={190} className="compact:hidden">
              Who answers
            </HeaderCell>
            <HeaderCell width={130} className="compact:hidden">
              Of
            </HeaderCell>
            <HeaderCell width={100}>State</HeaderCell>
            <HeaderCell width={90} numeric className="compact:hidden">
              Last used
            </HeaderCell>
            <HeaderCell width={48} spoken="Actions" />
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <KeyRow key={item.id} item={item} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function KeyRow({ item }: { item: GatewayKey }) {
  const { user } = useSession();
  const { name, model, person, isShared, state, lastUsedAt } = item;
  return (
    <Row>
      <Cell className="font-medium text-ink" title={markHidden(name)}>
        <ShownText text={name} />
        {isShared ? <span className="text-ink-3"> shared</span> : null}
      </Cell>
      <Cell className="compact:hidden">
        <ShownText text={model === null ? "Rehearsal" : (model.name ?? "a model that was deleted")} />
      </Cell>
      <Cell className="compact:hidden">
        <ShownText text={person.name} />
        {person.id === user.id ? <span className="text-ink-3"> you</span> : null}
      </Cell>
      <Cell>
        <KeyStanding state={state} person={person.name} />
      </Cell>
      <Cell numeric className="compact:hidden">
        {lastUsedAt === null ? <NoValue label="Never" /> : <RelativeTime at={lastUsedAt} />}
      </Cell>
      <Cell>{state === "revoked" ? null : <RevokeButton item={item} />}</Cell>
    </Row>
  );
}

function RevokeButton({ item }: { item: GatewayKey }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  return (
    <ConfirmIconButton
      icon={Ban}
      label={`Revoke ${item.name}`}
      title={`Revoke ${item.name}?`}
      description="The next request of a host with this key is refused. What went by stays as long as the workspace keeps it."
      confirmLabel="Revoke key"
      onConfirm={async () => {
        await unwrap(
          client.gateway.workspaces[":workspace"].gateway.keys[":key"].$delete({
            param: { workspace, key: item.id },
          }),
        );
        await cache.invalidateQueries({ queryKey: gatewayKeysQuery(client.gateway, workspace).queryKey });
      }}
    />
  );
}
