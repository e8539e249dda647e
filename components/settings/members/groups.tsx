"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { groupsQuery } from "@/components/data/access-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button, IconButton } from "@/components/ui/button";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { NotLoaded } from "@/components/ui/not-loaded";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { can } from "@/lib/access/permissions";
import { client, unwrap } from "@/lib/api/client";
import type { MemberGroup } from "@/lib/auth/group-schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { SettingsHead } from "../settings-head";

const GroupDialog = dynamic(() => import("./group-dialog").then((module) => module.GroupDialog), {
  ssr: false,
});

/** Members under one name, to whom skills can be opened. */
export function Groups() {
  const { slug, role } = useWorkspace();
  const groups = useQuery(groupsQuery(client.members, slug));
  const [edited, setEdited] = useState<MemberGroup | "new" | null>(null);
  const mayManage = can(role, "members.manage");
  return (
    <section className="pb-6">
      <SettingsHead title="Groups">
        {mayManage ? (
          <Button icon={Plus} onClick={() => setEdited("new")}>
            New group
          </Button>
        ) : null}
      </SettingsHead>
      {groups.data ? (
        <GroupTable items={groups.data.items} edit={mayManage ? setEdited : null} />
      ) : (
        <NotLoaded
          query={groups}
          loading="Loading the groups"
          rows={2}
          failed="The groups could not be loaded"
          className=""
        />
      )}
      {edited === null ? null : (
        <GroupDialog group={edited === "new" ? null : edited} close={() => setEdited(null)} />
      )}
    </section>
  );
}

type GroupTableProps = { items: readonly MemberGroup[]; edit: ((group: MemberGroup) => void) | null };

function GroupTable({ items, edit }: GroupTableProps) {
  if (items.length === 0)
    return (
      <p className="py-2 text-ink-3">
        No group yet. A skill’s page opens it to people by name, or to a group of them.
      </p>
    );
  return (
    <div className="relative overflow-x-auto">
      <Table caption="Groups of members, by name" stacked className="min-w-[560px]">
        <thead>
          <tr>
            <HeaderCell width={200}>Name</HeaderCell>
            <HeaderCell>Members</HeaderCell>
            <HeaderCell width={190}>Sees</HeaderCell>
            <HeaderCell width={80} spoken="Actions" />
          </tr>
        </thead>
        <tbody>
          {items.map((group) => (
            <Row key={group.id}>
              <Cell className="font-medium text-ink" title={markHidden(group.name)}>
                <ShownText text={group.name} />
              </Cell>
              <Cell label="Members" title={namesOf(group)}>
                {namesOf(group) || <span className="text-ink-3">Nobody</span>}
              </Cell>
              <Cell label="Sees">{group.limited ? "Only what is opened to it" : "As others"}</Cell>
              <Cell corner>{edit ? <GroupActs group={group} edit={edit} /> : null}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const namesOf = ({ members }: MemberGroup): string => members.map(({ name }) => markHidden(name)).join(", ");

function GroupActs({ group, edit }: { group: MemberGroup; edit: (group: MemberGroup) => void }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  return (
    <span className="flex justify-end gap-1">
      <IconButton
        icon={Pencil}
        size="icon-small"
        label={`Change ${markHidden(group.name)}`}
        onClick={() => edit(group)}
      />
      <ConfirmIconButton
        icon={Trash2}
        label={`Delete ${markHidden(group.name)}`}
        title={`Delete ${markHidden(group.name)}?`}
        description="Its members stay in the workspace. What was open to them by this group is not any more."
        confirmLabel="Delete"
        onConfirm={async () => {
          await unwrap(
            client.members.workspaces[":workspace"].groups[":group"].$delete({
              param: { workspace, group: group.id },
            }),
          );
          await cache.invalidateQueries({ queryKey: groupsQuery(client.members, workspace).queryKey });
        }}
      />
    </span>
  );
}
