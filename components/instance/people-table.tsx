"use client";

import { CircleSlash, ShieldCheck } from "lucide-react";
import { useSession } from "@/components/layout/current-workspace";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import type { Account } from "@/lib/accounts/account-schema";
import { allWorkspaces, workspaceWords } from "./account-acts";
import { AccountMenu } from "./account-menu";

export function PeopleTable({ people }: { people: readonly Account[] }) {
  return (
    <ScrollingRegion label="People">
      <Table
        caption="People of this installation, by name"
        className="min-w-[760px] narrow:min-w-[640px] compact:min-w-0!"
      >
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell width={240} className="narrow:w-[168px]! compact:hidden">
              E-mail
            </HeaderCell>
            <HeaderCell width={124}>State</HeaderCell>
            <HeaderCell width={176} className="narrow:w-[120px]! compact:hidden">
              Workspaces
            </HeaderCell>
            <HeaderCell width={64} className="narrow:w-[52px]! compact:hidden">
              2FA
            </HeaderCell>
            <HeaderCell width={84} numeric className="compact:hidden">
              Signed in
            </HeaderCell>
            <HeaderCell width={48} spoken="Actions" />
          </tr>
        </thead>
        <tbody>
          {people.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </tbody>
      </Table>
    </ScrollingRegion>
  );
}

function AccountRow({ account }: { account: Account }) {
  const { user } = useSession();
  const { name, email, twoFactor, lastSignedInAt } = account;
  return (
    <Row>
      <Cell className="text-ink">
        <span className="inline-flex max-w-full items-center gap-2 align-middle">
          <Avatar name={name} />
          <span className="truncate font-medium" title={`${name}, ${email}`}>
            <ShownText text={name} />
          </span>
          {account.id === user.id ? <span className="text-ink-3">you</span> : null}
        </span>
      </Cell>
      <Cell title={email} className="compact:hidden">
        <ShownText text={email} />
      </Cell>
      <Cell>
        <Standing account={account} />
      </Cell>
      <Cell title={allWorkspaces(account)} className="compact:hidden">
        <ShownText text={workspaceWords(account)} />
      </Cell>
      <Cell className="compact:hidden">{twoFactor ? "On" : "Off"}</Cell>
      <Cell numeric className="compact:hidden">
        {lastSignedInAt === null ? "never" : <RelativeTime at={lastSignedInAt} />}
      </Cell>
      <Cell>
        <AccountMenu account={account} />
      </Cell>
    </Row>
  );
}

function Standing({ account: { deactivatedAt, isOperator } }: { account: Account }) {
  if (deactivatedAt !== null)
    return (
      <State icon={CircleSlash} tone="warning">
        Deactivated
      </State>
    );
  return isOperator ? <State icon={ShieldCheck}>Operator</State> : null;
}
