"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { keysQuery } from "@/components/data/settings-queries";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { formatExact, formatRelative } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { client, unwrap } from "@/lib/api/client";
import type { Key } from "@/lib/auth/key-schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { KeyStanding } from "../key-standing";

export function KeysTable({ items }: { items: readonly Key[] }) {
  return (
    <div className="relative overflow-x-auto">
      <Table caption="Keys of this workspace, the newest first" className="min-w-[860px] narrow:min-w-0">
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell width={120} className="narrow:hidden">
              Begins with
            </HeaderCell>
            <HeaderCell width={190} className="narrow:w-[136px]! compact:hidden">
              May
            </HeaderCell>
            <HeaderCell width={130} className="narrow:w-[112px]! compact:hidden">
              Acts as
            </HeaderCell>
            <HeaderCell width={90}>State</HeaderCell>
            <HeaderCell width={82} numeric className="compact:hidden">
              Expires
            </HeaderCell>
            <HeaderCell width={82} numeric className="compact:hidden">
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

function KeyRow({ item }: { item: Key }) {
  const { user } = useSession();
  const { name, prefix, scopes, agent, person, isMachine, role, state, expiresAt, lastUsedAt } = item;
  const may = scopes.join(", ") + (agent ? `: ${agent.name}` : "");
  return (
    <Row>
      <Cell className="font-medium text-ink" title={markHidden(name)}>
        <ShownText text={name} />{" "}
        <code className="hidden font-mono font-normal text-12 text-ink-3 narrow:inline compact:hidden!">
          {prefix}…
        </code>
      </Cell>
      <Cell className="narrow:hidden">
        <code className="font-mono text-12">{prefix}…</code>
      </Cell>
      <Cell title={may} className="compact:hidden">
        {may}
      </Cell>
      <Cell title={markHidden(`${person.name}, ${role ?? "no member any more"}`)} className="compact:hidden">
        <ShownText text={person.name} />
        {isMachine ? <span className="text-ink-3"> machine</span> : null}
        {person.id === user.id ? <span className="text-ink-3"> you</span> : null}
        {state === "stopped" ? <span className="text-ink-3"> deactivated</span> : null}
      </Cell>
      <Cell>
        <KeyStanding state={state} person={person.name} />
      </Cell>
      <Cell numeric className="compact:hidden">
        {expiresAt === null ? "Never" : <Expiry at={expiresAt} />}
      </Cell>
      <Cell numeric className="compact:hidden">
        {lastUsedAt === null ? <NoValue label="Never" /> : <RelativeTime at={lastUsedAt} />}
      </Cell>
      <Cell>{state === "revoked" ? null : <RevokeButton item={item} isOwn={person.id === user.id} />}</Cell>
    </Row>
  );
}

/** Says "in 12 w" before and "3 d ago" after, with the exact moment on hover. */
function Expiry({ at }: { at: string }) {
  const moment = new Date(at);
  const now = new Date();
  const isAhead = moment > now;
  const distance = isAhead ? formatRelative(now, moment) : formatRelative(moment, now);
  const words = distance === "now" ? "now" : isAhead ? `in ${distance}` : `${distance} ago`;
  return (
    <time dateTime={at} title={formatExact(moment, "UTC")} suppressHydrationWarning>
      <ShownText text={words} />
    </time>
  );
}

function RevokeButton({ item, isOwn }: { item: Key; isOwn: boolean }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const whose = isOwn ? "your" : `${item.person.name}’s`;
  const leaving = item.isMachine ? " With its last key the machine leaves the workspace." : "";
  return (
    <ConfirmIconButton
      icon={Ban}
      label={`Revoke ${item.name}`}
      title={`Revoke ${item.name}?`}
      description={`The next request with ${whose} key is refused, and it cannot be brought back. What the key has started goes on.${leaving}`}
      confirmLabel="Revoke key"
      onConfirm={async () => {
        await unwrap(
          client.keys.workspaces[":workspace"].keys[":key"].$delete({ param: { workspace, key: item.id } }),
        );
        await cache.invalidateQueries({ queryKey: keysQuery(client.keys, workspace).queryKey });
      }}
    />
  );
}
