"use client";

import { ArrowRight, ChevronDown, ChevronRight } from "lucide-react";
import Link from "next/link";
import { Fragment, useRef, useState } from "react";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useWalkKeys } from "@/components/layout/use-walk-keys";
import { IconButton } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Digest } from "@/components/ui/copy-button";
import { formatExact } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Facts } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { useReaderTimeZone } from "@/components/ui/use-is-hydrated";
import type { AuditRow } from "@/lib/audit/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { objectPath, sayAction } from "./audit-words";

const columns = 6;

/** One row for each thing that was done. J and K move, Enter opens what else is known of it. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };
  useWalkKeys(body, "button[aria-expanded]", "row");
  return (
    <Table caption="The audit trail, the newest first" stacked className="min-w-[860px] narrow:min-w-[700px]">
      <thead>
        <tr>
          <HeaderCell width={48} spoken="Details" />
          <HeaderCell width={208} className="narrow:w-[112px]!">
            When
          </HeaderCell>
          <HeaderCell width={132} className="narrow:w-[104px]!">
            Who
          </HeaderCell>
          <HeaderCell width={176} className="narrow:w-[120px]!">
            What
          </HeaderCell>
          <HeaderCell>Object</HeaderCell>
          <HeaderCell width={180} className="narrow:w-[164px]!">
            Digest
          </HeaderCell>
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <Fragment key={row.id}>
            <AuditLine row={row} isOpen={opened.has(row.id)} onToggle={() => toggle(row.id)} />
            {opened.has(row.id) ? <AuditDetails row={row} /> : null}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

type AuditLineProps = { row: AuditRow; isOpen: boolean; onToggle: () => void };

function AuditLine({ row, isOpen, onToggle }: AuditLineProps) {
  const { slug } = useWorkspace();
  const { actor, object, digestBefore, digestAfter } = row;
  const action = sayAction(row.action);
  const path = objectPath(slug, row);
  const name = object.name === "" ? object.type : object.name;
  return (
    <Row selected={isOpen} className="focus-within:bg-accent-soft">
      <Cell corner>
        <IconButton
          icon={isOpen ? ChevronDown : ChevronRight}
          size="icon-small"
          label={`Details of ${action}: ${name}`}
          aria-expanded={isOpen}
          onClick={onToggle}
        />
      </Cell>
      <Cell className="narrow:whitespace-normal">
        <Moment at={row.at} />
      </Cell>
      <Cell label="Who" title={markHidden(actor.name)}>
        <ShownText text={actor.name} />
      </Cell>
      <Cell label="What" title={row.action} className="narrow:whitespace-normal">
        <ShownText text={action} />
      </Cell>
      <Cell title={markHidden(name)} className="whitespace-normal py-1 [overflow-wrap:anywhere]">
        <span className="text-ink-3">
          {object.name === "" ? "" : <ShownText text={`${object.type.replaceAll("-", " ")} `} />}
        </span>
        {path === null ? (
          <ShownText text={name} />
        ) : (
          <Link
            href={path}
            prefetch={false}
            className="text-ink underline decoration-line-control underline-offset-3 hover:decoration-current"
          >
            <ShownText text={name} />
          </Link>
        )}
      </Cell>
      <Cell label="Digest">
        {digestBefore === null && digestAfter === null ? (
          <NoValue />
        ) : (
          <span className="inline-flex items-center gap-1">
            {digestBefore === null ? <NoValue label="None before" /> : <Digest digest={digestBefore} />}
            <Icon of={ArrowRight} size={13} className="text-ink-3" />
            <span className="sr-only">became</span>
            {digestAfter === null ? <NoValue label="None after" /> : <Digest digest={digestAfter} />}
          </span>
        )}
      </Cell>
    </Row>
  );
}

function AuditDetails({ row }: { row: AuditRow }) {
  const mono = (text: string) => (
    <code className="font-mono text-12 [overflow-wrap:anywhere]">
      <ShownText text={text} />
    </code>
  );
  return (
    <tr className="bg-sunken">
      <td colSpan={columns} className="border-line border-b px-4 py-3">
        <div className="grid max-w-[760px] gap-3 compact:px-3">
          <Facts
            items={[
              ["Action", mono(row.action)],
              ["Object id", mono(row.object.id)],
              ["Person id", row.actor.id === null ? "None" : mono(row.actor.id)],
              ["Trace id", mono(row.traceId)],
              ["IP address", row.address === null ? "Not known" : mono(row.address)],
            ]}
          />
          {row.detail === null ? null : (
            <CodeBlock text={JSON.stringify(row.detail, null, 2)} label="the detail" />
          )}
        </div>
      </td>
    </tr>
  );
}

/** The exact moment, in the reader's time zone; the server does not know it and writes UTC. */
function Moment({ at }: { at: string }) {
  const timeZone = useReaderTimeZone();
  return (
    <time dateTime={at} title={at} suppressHydrationWarning>
      {formatExact(new Date(at), timeZone)}
    </time>
  );
}
