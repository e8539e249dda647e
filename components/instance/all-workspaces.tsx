"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { instanceWorkspacesQuery } from "@/components/data/instance-queries";
import { workspacePath } from "@/components/data/workspace-paths";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { client } from "@/lib/api/client";

/** All workspaces by name: that they are there and who answers for them, nothing of what is in them. */
export function AllWorkspaces() {
  const { data } = useSuspenseQuery(instanceWorkspacesQuery(client.accounts));
  return (
    <section className="border-line border-b py-6">
      <h2>All workspaces</h2>
      <p className="mt-1 mb-2 text-12 text-ink-3">By name. What is in them is for their members alone.</p>
      <ScrollingRegion label="All workspaces">
        <Table caption="Workspaces of this installation, by name" stacked className="min-w-[560px]">
          <thead>
            <tr>
              <HeaderCell>Name</HeaderCell>
              <HeaderCell width={220}>Owners</HeaderCell>
              <HeaderCell width={84} numeric>
                Members
              </HeaderCell>
              <HeaderCell width={84} numeric>
                Since
              </HeaderCell>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ id, name, slug, owners, members, createdAt }) => (
              <Row key={id}>
                <Cell className="text-ink" title={`${name}, ${workspacePath(slug)}`}>
                  <span className="inline-flex max-w-full items-center gap-2 align-middle">
                    <Avatar name={name} shape="workspace" />
                    <span className="truncate font-medium compact:whitespace-normal">
                      <ShownText text={name} />
                    </span>
                  </span>
                </Cell>
                <Cell label="Owners" title={owners.map((owner) => owner.name).join(", ")}>
                  {owners.length === 0 ? (
                    <State icon={TriangleAlert} tone="warning">
                      Nobody gets in
                    </State>
                  ) : (
                    owners.map((owner) => owner.name).join(", ")
                  )}
                </Cell>
                <Cell numeric label="Members">
                  {members}
                </Cell>
                <Cell numeric label="Since">
                  <RelativeTime at={createdAt} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </ScrollingRegion>
    </section>
  );
}
