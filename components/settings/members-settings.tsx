"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { Avatar } from "@/components/ui/avatar";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { client } from "@/lib/api/client";
import { can, type Permission, roles } from "@/lib/auth/permissions";
import { membersQuery } from "./settings-queries";

export function MembersSettings() {
  const { slug, name } = useWorkspace();
  const { user } = useSession();
  const { data } = useSuspenseQuery(membersQuery(client.workspaces, slug));
  return (
    <>
      <section className="py-6">
        <h2 className="mb-2">Members of {name}</h2>
        <div className="relative overflow-x-auto">
          <Table caption={`Members of ${name}, by name`} className="min-w-[520px]">
            <thead>
              <tr>
                <HeaderCell>Name</HeaderCell>
                <HeaderCell width={240}>E-mail</HeaderCell>
                <HeaderCell width={100}>Role</HeaderCell>
                <HeaderCell width={88} numeric>
                  Since
                </HeaderCell>
              </tr>
            </thead>
            <tbody>
              {data.items.map((member) => (
                <Row key={member.userId}>
                  <Cell className="text-ink">
                    <span className="inline-flex max-w-full items-center gap-2 align-middle">
                      <Avatar name={member.name} />
                      <span className="truncate font-medium">{member.name}</span>
                      {member.userId === user.id ? <span className="text-ink-3">you</span> : null}
                    </span>
                  </Cell>
                  <Cell title={member.email}>{member.email}</Cell>
                  <Cell className="capitalize">{member.role}</Cell>
                  <Cell numeric>
                    <RelativeTime at={member.since} />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      </section>
      <RolesTable />
    </>
  );
}

const acts: readonly { permission: Permission; words: string }[] = [
  { permission: "library.read", words: "Read skills, agents and shared conversations" },
  { permission: "playground.rehearse", words: "Rehearse" },
  { permission: "library.edit", words: "Edit drafts, import" },
  { permission: "reviews.request", words: "Ask for review, suggest" },
  { permission: "discussion.comment", words: "Comment on lines and on playground events" },
  { permission: "reviews.approve", words: "Approve, ask for changes" },
  { permission: "library.publish", words: "Publish where the policy allows" },
  { permission: "findings.dismiss", words: "Dismiss findings with a reason" },
  { permission: "versions.withdraw", words: "Withdraw versions" },
  { permission: "labels.move", words: "Move labels" },
  { permission: "labels.protected", words: "Move protected labels" },
  { permission: "agents.edit", words: "Edit agents and assignments" },
  { permission: "maintainers.manage", words: "Choose a skill’s co-maintainers" },
  { permission: "library.delete", words: "Delete skills" },
  { permission: "directories.load", words: "Read skills from the server’s disk" },
  { permission: "models.manage", words: "Connect models, set prices and limits" },
  { permission: "keys.own", words: "Make keys for programs, revoke one’s own" },
  { permission: "keys.manage", words: "See and revoke everybody’s keys" },
  { permission: "keys.machines", words: "Make keys for machines" },
  { permission: "members.manage", words: "Invite, change roles, remove" },
  { permission: "policy.edit", words: "Set the review policy" },
  { permission: "workspace.edit", words: "Rename the workspace" },
  { permission: "audit.read", words: "Read and export the audit trail" },
  { permission: "audit.retain", words: "Set how long the audit trail is kept" },
  { permission: "workspace.transfer", words: "Hand the workspace over" },
  { permission: "workspace.delete", words: "Delete the workspace" },
];

/** Drawn from the very table that decides. */
function RolesTable() {
  const { role: own } = useWorkspace();
  return (
    <section className="pb-6">
      <h2 className="mb-2">Who may do what</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label="What each role may do" tabIndex={0} className="relative overflow-x-auto">
        <Table caption="What each role may do" className="min-w-[620px]">
          <thead>
            <tr>
              <HeaderCell>Act</HeaderCell>
              {roles.map((role) => (
                <HeaderCell key={role} width={96} className="text-center capitalize">
                  {role}
                  {role === own ? <span className="font-medium text-ink normal-case"> (you)</span> : null}
                </HeaderCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {acts.map(({ permission, words }) => (
              <Row key={permission}>
                <Cell>{words}</Cell>
                {roles.map((role) => (
                  <Cell key={role} className="text-center">
                    {can(role, permission) ? <Allowed /> : <NoValue label="No" />}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </section>
    </section>
  );
}

function Allowed() {
  return (
    <>
      <Icon of={Check} size={14} className="mx-auto text-ink-2" />
      <span className="sr-only">Yes</span>
    </>
  );
}
