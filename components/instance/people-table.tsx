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
        stacked
        className="min-w-[760px] narrow:min-w-[640px]"
      >
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell width={240} className="narrow:w-[168px]!">
              E-mail
            </HeaderCell>
            <HeaderCell width={124}>State</HeaderCell>
            <HeaderCell width={176} className="narrow:w-[120px]!">
              Workspaces
            </HeaderCell>
            <HeaderCell width={64} className="narrow:w-[52px]!">
              2FA
            </HeaderCell>
            <HeaderCell width={84} numeric>
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
          <span className="truncate font-medium compact:whitespace-normal" title={`${name}, ${email}`}>
            <ShownText text={name} />
          </span>
          {account.id === user.id ? <span className="text-ink-3">you</span> : null}
        </span>
      </Cell>
      <Cell title={email} label="E-mail">
        <ShownText text={email} />
      </Cell>
      <Cell>
        <Standing account={account} />
      </Cell>
      <Cell title={allWorkspaces(account)} label="Workspaces">
        <ShownText text={workspaceWords(account)} />
      </Cell>
      <Cell label="2FA">{twoFactor ? "On" : "Off"}</Cell>
      <Cell numeric label="Signed in">
        {lastSignedInAt === null ? "never" : <RelativeTime at={lastSignedInAt} />}
      </Cell>
      <Cell corner>
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
