"use client";

import { useRef, useState } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import { neighbourOf } from "@/components/layout/use-walk-keys";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { HeaderCell, Table } from "@/components/ui/table";
import type { SuiteRun } from "@/lib/proof/schema";
import type { CaseResult } from "@/lib/proof/trials/trial-schema";
import { CaseRow } from "./case-row";
import type { CaseChange } from "./find-baseline";
import { hostName } from "./proof-words";

/** Drawn at first, and with each step more: the ones that are not right come first. */
const pageSize = 100;

type CaseTableProps = {
  run: Pick<SuiteRun, "dialects">;
  cases: readonly CaseResult[];
  /** The host whose outcome is told in words. */
  dialect: string;
  /** What the cases are put beside, and how each moved; null where nothing is. */
  moved: { label: string; changes: ReadonlyMap<string, CaseChange> } | null;
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Enter: to the case's session. */
  onOpen: (id: string) => void;
};

/** The cases, not right first. J and K walk, Enter goes to the session. */
export function CaseTable(props: CaseTableProps) {
  const { run, cases, dialect, moved, chosen, onChoose, onOpen } = props;
  const [room, setRoom] = useState(pageSize);
  const body = useRef<HTMLTableSectionElement>(null);
  const at = cases.findIndex(({ id }) => id === chosen);
  const count = Math.max(room, at + 1);
  const walk = (step: 1 | -1) => {
    const next = neighbourOf(cases.slice(0, count), at, step);
    if (!next) return;
    onChoose(next.id);
    body.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(next.id)}"]`)?.focus();
  };
  useShortcut("j", "Next case", () => walk(1));
  useShortcut("k", "Previous case", () => walk(-1));
  const host = hostName(run.dialects, dialect);
  return (
    <>
      <Table caption={`Cases, not right first, by ${host}`} aria-rowcount={cases.length + 1} stacked="edges">
        <thead>
          <tr>
            <HeaderCell width={48} numeric>
              #
            </HeaderCell>
            <HeaderCell>Query</HeaderCell>
            <HeaderCell width={152} className="narrow:hidden">
              Expected
            </HeaderCell>
            <HeaderCell width={184} className="truncate narrow:w-[150px]!" aria-sort="ascending">
              Outcome in {host}
            </HeaderCell>
            {moved === null ? null : (
              <HeaderCell width={64} className="narrow:hidden">
                Over {moved.label}
              </HeaderCell>
            )}
            {run.dialects.map(({ id, name }) => (
              <HeaderCell key={id} width={96} numeric title={name} className="truncate">
                {name}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {cases.slice(0, count).map((one, index) => (
            <CaseRow
              key={one.id}
              one={one}
              rowIndex={index + 2}
              dialect={dialect}
              dialects={run.dialects}
              change={moved === null ? undefined : (moved.changes.get(one.id) ?? null)}
              chosen={one.id === chosen}
              onChoose={onChoose}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </Table>
      {count < cases.length ? (
        <div className="p-3">
          <Button onClick={() => setRoom(count + pageSize)}>
            Show more of {formatCount(cases.length - count, "other case")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
