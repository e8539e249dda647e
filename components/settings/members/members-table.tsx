"use client";

import { useSession, useWorkspace } from "@/components/layout/current-workspace";
import { Avatar } from "@/components/ui/avatar";
import { Chip } from "@/components/ui/chip";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { isOnlyOwner } from "@/lib/access/member-rules";
import type { Member } from "@/lib/auth/schema";
import { MemberMenu } from "./member-menu";
import { MemberRole } from "./member-role";

export function MembersTable({ members }: { members: readonly Member[] }) {
  const { name } = useWorkspace();
  return (
    <div className="relative overflow-x-auto">
      <Table caption={`Members of ${name}, by name`} stacked className="min-w-[640px]">
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell width={240}>E-mail</HeaderCell>
            <HeaderCell width={140}>Role</HeaderCell>
            <HeaderCell width={88} numeric>
              Since
            </HeaderCell>
            <HeaderCell width={48} spoken="Actions" />
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.userId} member={member} isOnly={isOnlyOwner(member, members)} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function MemberRow({ member, isOnly }: { member: Member; isOnly: boolean }) {
  const { user } = useSession();
  return (
    <Row>
      <Cell className="text-ink">
        <span className="inline-flex max-w-full items-center gap-2 align-middle">
          <Avatar name={member.name} />
          <span className="truncate font-medium compact:whitespace-normal" title={member.name}>
            <ShownText text={member.name} />
          </span>
          {member.userId === user.id ? <span className="text-ink-3">you</span> : null}
          {member.isMachine ? <Chip className="flex-none">machine</Chip> : null}
          {member.isDeactivated ? (
            <Chip
              className="flex-none"
              title="An operator has deactivated the account: nobody gets in with it."
            >
              deactivated
            </Chip>
          ) : null}
        </span>
      </Cell>
      <Cell label="E-mail" title={member.isMachine ? undefined : member.email}>
        {member.isMachine ? "–" : <ShownText text={member.email} />}
      </Cell>
      <Cell label="Role">
        <MemberRole member={member} isOnly={isOnly} />
      </Cell>
      <Cell numeric label="Since">
        <RelativeTime at={member.since} />
      </Cell>
      <Cell corner>
        <MemberMenu member={member} isOnly={isOnly} />
      </Cell>
    </Row>
  );
}
