"use client";

import { gatewayKeysQuery } from "@/components/data/live-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import type { GatewayKey } from "@/lib/gateway/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { type KeyColumn, KeyPerson, KeyTable } from "../keys/key-table";

const answererOf = ({ model }: GatewayKey) =>
  model === null ? "Rehearsal" : (model.name ?? "a model that was deleted");

const before: readonly KeyColumn<GatewayKey>[] = [
  {
    label: "Who answers",
    width: 190,
    title: (item) => markHidden(answererOf(item)),
    show: (item) => <ShownText text={answererOf(item)} />,
  },
  {
    label: "Of",
    width: 130,
    title: ({ person }) => markHidden(person.name),
    show: ({ person }) => <KeyPerson person={person} />,
  },
];

/** Keys that hosts were given: who answers, whose they are, when they were used. */
export function HostKeysTable({ items }: { items: readonly GatewayKey[] }) {
  const { slug: workspace } = useWorkspace();
  return (
    <KeyTable
      caption="Keys for hosts, the newest first"
      items={items}
      before={before}
      mark={({ isShared }) => (isShared ? "shared" : null)}
      revoke={{
        says: () =>
          "The next request of a host with this key is refused. What went by stays as long as the workspace keeps it.",
        send: ({ id: key }) =>
          unwrap(
            client.gateway.workspaces[":workspace"].gateway.keys[":key"].$delete({
              param: { workspace, key },
            }),
          ),
        list: gatewayKeysQuery(client.gateway, workspace).queryKey,
      }}
    />
  );
}
