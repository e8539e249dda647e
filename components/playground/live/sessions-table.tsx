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
    <Table caption={caption} className="min-w-[560px] compact:min-w-0">
      <thead>
        <tr>
          <HeaderCell>{who}</HeaderCell>
          <HeaderCell width={180} className="compact:w-[112px]!">
            Key
          </HeaderCell>
          <HeaderCell width={140} className="compact:hidden">
            Person
          </HeaderCell>
          {more ? (
            <HeaderCell width={120} className="compact:hidden">
              {more.heading}
            </HeaderCell>
          ) : null}
          <HeaderCell width={90} numeric className="compact:hidden">
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
  "href" | "name" | "after" | "count" | "more"
> & { session: Session };

function SessionRow<Session extends WatchedRow>(props: SessionRowProps<Session>) {
  const { session, href, name, after, count, more } = props;
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
            <span className="ml-1.5 truncate font-normal text-ink-3 compact:hidden">
              <ShownText text={behind} />
            </span>
          )}
        </Link>
      </Cell>
      <Cell title={markHidden(session.key.name)}>
        <ShownText text={session.key.name} />
      </Cell>
      <Cell className="compact:hidden" title={markHidden(session.person.name)}>
        <ShownText text={session.person.name} />
      </Cell>
      {more ? <Cell className="compact:hidden">{more.cell(session)}</Cell> : null}
      <Cell numeric className="compact:hidden">
        {formatNumber(count(session))}
      </Cell>
      <Cell numeric>
        <RelativeTime at={session.lastAt} />
      </Cell>
    </Row>
  );
}
