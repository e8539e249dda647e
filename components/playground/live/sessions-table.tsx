"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { formatNumber } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, Row, Table } from "@/components/ui/table";
import { markHidden } from "@/lib/kernel/mark-hidden";

/** What both kinds of sessions have that happen elsewhere. */
type WatchedRow = { id: string; key: { name: string }; person: { name: string }; lastAt: string };

type SessionsTableProps<Session> = {
  caption: string;
  items: readonly Session[];
  /** Who speaks there: the heading of the first column. */
  who: string;
  href: (session: Session) => string;
  name: (session: Session) => string;
  /** In grey behind the name; empty for nothing. */
  after: (session: Session) => string;
  /** What the fourth column counts, and how many that were. */
  counted: string;
  count: (session: Session) => number;
  /** A column that only these have. */
  more?: { heading: string; cell: (session: Session) => ReactNode };
};

/** Sessions of hosts, or of agents' own programs, a row each, in the order given. */
export function SessionsTable<Session extends WatchedRow>(props: SessionsTableProps<Session>) {
  const { caption, items, who, counted, more } = props;
  return (
    <Table caption={caption} stacked="edges" className="min-w-[560px]">
      <thead>
        <tr>
          <HeaderCell>{who}</HeaderCell>
          <HeaderCell width={180}>Key</HeaderCell>
          <HeaderCell width={140}>Person</HeaderCell>
          {more ? <HeaderCell width={120}>{more.heading}</HeaderCell> : null}
          <HeaderCell width={90} numeric>
            {counted}
          </HeaderCell>
          <HeaderCell width={84} numeric>
            Last
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {items.map((session) => (
          <SessionRow key={session.id} session={session} {...props} />
        ))}
      </tbody>
    </Table>
  );
}

type SessionRowProps<Session> = Pick<
  SessionsTableProps<Session>,
  "href" | "name" | "after" | "counted" | "count" | "more"
> & { session: Session };

function SessionRow<Session extends WatchedRow>(props: SessionRowProps<Session>) {
  const { session, href, name, after, counted, count, more } = props;
  const behind = after(session);
  return (
    <Row>
      <Cell>
        <Link
          href={href(session)}
          className="inline-flex min-h-6 max-w-full items-center font-medium text-ink underline-offset-3 hover:underline"
        >
          <span className="truncate">
            <ShownText text={name(session)} />
          </span>
          {behind === "" ? null : (
            <span className="ml-1.5 truncate font-normal text-ink-3">
              <ShownText text={behind} />
            </span>
          )}
        </Link>
      </Cell>
      <Cell label="Key" title={markHidden(session.key.name)}>
        <ShownText text={session.key.name} />
      </Cell>
      <Cell label="Person" title={markHidden(session.person.name)}>
        <ShownText text={session.person.name} />
      </Cell>
      {more ? <Cell label={more.heading}>{more.cell(session)}</Cell> : null}
      <Cell numeric label={counted}>
        {formatNumber(count(session))}
      </Cell>
      <Cell numeric label="Last">
        <RelativeTime at={session.lastAt} />
      </Cell>
    </Row>
  );
}
