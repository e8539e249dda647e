"use client";

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import type { ReactNode } from "react";
import { useSession } from "@/components/layout/current-workspace";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import type { Key } from "@/lib/auth/key-schema";
import type { GatewayKey } from "@/lib/gateway/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { KeyStanding } from "./key-standing";

type AnyKey = Pick<Key | GatewayKey, "id" | "name" | "prefix" | "person" | "state" | "lastUsedAt">;

export type KeyColumn<Item> = {
  label: string;
  width: number;
  numeric?: boolean;
  /** Where it may be cut. */
  title?: (item: Item) => string;
  show: (item: Item) => ReactNode;
};

type KeyTableProps<Item> = {
  caption: string;
  items: readonly Item[];
  /** What keys of this kind have besides name, state and last use; before the state, and after it. */
  before: readonly KeyColumn<Item>[];
  after?: readonly KeyColumn<Item>[];
  /** Beside the name. */
  mark?: (item: Item) => string | null;
  revoke: {
    /** What the question says of one. */
    says: (item: Item) => string;
    send: (item: Item) => Promise<unknown>;
    /** The list that is read anew. */
    list: QueryKey;
  };
};

/** Keys of programs or of hosts, the newest first: whose each is, whether it opens anything, and its end. */
export function KeyTable<Item extends AnyKey>({ caption, items, ...kind }: KeyTableProps<Item>) {
  const { before, after = [] } = kind;
  return (
    <div className="relative overflow-x-auto">
      <Table caption={caption} stacked className="min-w-[720px]">
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            {before.map(headOf)}
            <HeaderCell width={96}>State</HeaderCell>
            {after.map(headOf)}
            <HeaderCell width={82} numeric>
              Last used
            </HeaderCell>
            <HeaderCell width={48} spoken="Actions" />
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <KeyRow key={item.id} item={item} {...kind} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const headOf = <Item,>({ label, width, numeric = false }: KeyColumn<Item>) => (
  <HeaderCell key={label} width={width} numeric={numeric}>
    {label}
  </HeaderCell>
);

type KeyRowProps<Item> = Omit<KeyTableProps<Item>, "caption" | "items"> & { item: Item };

function KeyRow<Item extends AnyKey>({ item, before, after = [], mark, revoke }: KeyRowProps<Item>) {
  const { name, prefix, state, person, lastUsedAt } = item;
  const marked = mark?.(item);
  const cellOf = ({ label, numeric = false, title, show }: KeyColumn<Item>) => (
    <Cell key={label} label={label} numeric={numeric} title={title?.(item)}>
      {show(item)}
    </Cell>
  );
  return (
    <Row>
      <Cell title={markHidden(name)}>
        <span className="font-medium text-ink">
          <ShownText text={name} />
        </span>
        {marked ? <span className="text-ink-3"> {marked}</span> : null}{" "}
        <code className="font-mono text-12 text-ink-3">{prefix}…</code>
      </Cell>
      {before.map(cellOf)}
      <Cell label="State">
        <KeyStanding state={state} person={person.name} />
      </Cell>
      {after.map(cellOf)}
      <Cell numeric label="Last used">
        {lastUsedAt === null ? <NoValue label="Never" /> : <RelativeTime at={lastUsedAt} />}
      </Cell>
      <Cell corner>{state === "revoked" ? null : <RevokeButton item={item} revoke={revoke} />}</Cell>
    </Row>
  );
}

/** Whose key it is, and whether that is who looks at it. */
export function KeyPerson({ person, children }: { person: AnyKey["person"]; children?: ReactNode }) {
  const { user } = useSession();
  return (
    <>
      <ShownText text={person.name} />
      {children}
      {person.id === user.id ? <span className="text-ink-3"> you</span> : null}
    </>
  );
}

type RevokeButtonProps<Item> = { item: Item; revoke: KeyTableProps<Item>["revoke"] };

function RevokeButton<Item extends AnyKey>({ item, revoke: { says, send, list } }: RevokeButtonProps<Item>) {
  const cache = useQueryClient();
  return (
    <ConfirmIconButton
      icon={Ban}
      label={`Revoke ${item.name}`}
      title={`Revoke ${item.name}?`}
      description={says(item)}
      confirmLabel="Revoke key"
      onConfirm={async () => {
        await send(item);
        await cache.invalidateQueries({ queryKey: list });
      }}
    />
  );
}
