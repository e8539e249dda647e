"use client";

import { keysQuery } from "@/components/data/settings-queries";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { formatExact, formatRelative } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import type { Key } from "@/lib/auth/key-schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { type KeyColumn, KeyPerson, KeyTable } from "./key-table";

const mayOf = ({ scopes, agent }: Key) => scopes.join(", ") + (agent ? `: ${agent.name}` : "");

const before: readonly KeyColumn<Key>[] = [
  { label: "May", width: 144, title: mayOf, show: mayOf },
  {
    label: "Acts as",
    width: 116,
    title: ({ person, role }) => markHidden(`${person.name}, ${role ?? "no member any more"}`),
    show: ({ person, isMachine, state }) => (
      <KeyPerson person={person}>
        {isMachine ? <span className="text-ink-3"> machine</span> : null}
        {state === "stopped" ? <span className="text-ink-3"> deactivated</span> : null}
      </KeyPerson>
    ),
  },
];

const after: readonly KeyColumn<Key>[] = [
  {
    label: "Expires",
    width: 82,
    numeric: true,
    show: ({ expiresAt }) => (expiresAt === null ? "Never" : <Expiry at={expiresAt} />),
  },
];

/** Keys of programs: what each may do, as whom, until when. */
export function KeysTable({ items }: { items: readonly Key[] }) {
  const { slug: workspace } = useWorkspace();
  const { user } = useSession();
  return (
    <KeyTable
      caption="Keys of this workspace, the newest first"
      items={items}
      before={before}
      after={after}
      revoke={{
        says: ({ person, isMachine }) => {
          const whose = person.id === user.id ? "your" : `${person.name}’s`;
          const leaving = isMachine ? " With its last key the machine leaves the workspace." : "";
          return `The next request with ${whose} key is refused, and it cannot be brought back. What the key has started goes on.${leaving}`;
        },
        send: ({ id: key }) =>
          unwrap(client.keys.workspaces[":workspace"].keys[":key"].$delete({ param: { workspace, key } })),
        list: keysQuery(client.keys, workspace).queryKey,
      }}
    />
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
