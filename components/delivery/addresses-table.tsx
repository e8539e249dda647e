"use client";

import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import type { Address } from "@/lib/addresses/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { AddressActions } from "./address-actions";
import { sayGives } from "./read-gives";

const states = {
  active: "Open",
  expired: "Expired",
  revoked: "Revoked",
} as const satisfies Record<Address["state"], string>;

/** Addresses of the workspace: what they give, who made them, when they were fetched from. */
export function AddressesTable({ items }: { items: readonly Address[] }) {
  return (
    <div className="relative overflow-x-auto">
      <Table caption="Delivery addresses, the newest first" stacked className="min-w-[720px]">
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell width={190}>Gives</HeaderCell>
            <HeaderCell width={130}>Made by</HeaderCell>
            <HeaderCell width={80}>State</HeaderCell>
            <HeaderCell width={100} numeric>
              Last fetched
            </HeaderCell>
            <HeaderCell width={72} spoken="Actions" />
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <AddressRow key={item.id} item={item} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function AddressRow({ item }: { item: Address }) {
  const { name, gives, createdBy, state, lastFetchedAt } = item;
  return (
    <Row>
      <Cell className="font-medium text-ink" title={markHidden(name)}>
        <ShownText text={name} />
      </Cell>
      <Cell label="Gives" title={markHidden(sayGives(gives))}>
        <ShownText text={sayGives(gives)} />
      </Cell>
      <Cell label="Made by" title={markHidden(createdBy.name)}>
        <ShownText text={createdBy.name} />
      </Cell>
      <Cell label="State">{states[state]}</Cell>
      <Cell numeric label="Last fetched">
        {lastFetchedAt === null ? <NoValue label="Never" /> : <RelativeTime at={lastFetchedAt} />}
      </Cell>
      <Cell corner>
        <AddressActions address={item} />
      </Cell>
    </Row>
  );
}
