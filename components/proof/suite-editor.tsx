"use client";

import { ClipboardPaste, Download, Plus, Upload } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCount } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { HeaderCell, Table } from "@/components/ui/table";
import type { TriggerSuite } from "@/lib/proof/suites/suite-schema";
import { fewestCasesToJudge } from "@/lib/statistics/score-cases";
import { DraftSaving, NewerNotice } from "./draft-saving";
import { PasteDialog } from "./paste-dialog";
import { downloadCsv, readCsvFile } from "./suite-csv";
import { SuiteFindings } from "./suite-findings";
import { SuiteRowView } from "./suite-row-view";
import { newRow, type SuiteRow } from "./suite-rows";
import { type SuiteDraft, useSuiteDraft } from "./use-suite-draft";

type SuiteEditorProps = {
  skill: string;
  suite: TriggerSuite;
  /** Why this person cannot change the draft. */
  blocked: string | undefined;
};

/** The cases of a skill as a table to write in; saved into its draft, into the file that is there. */
export function SuiteEditor({ skill, suite, blocked }: SuiteEditorProps) {
  const draft = useSuiteDraft(skill, suite);
  const [isPasting, setIsPasting] = useState(false);
  const [told, setTold] = useState<Error | null>(null);
  const reason = blocked ?? suite.readOnlyReason ?? undefined;
  const noSave = reason ?? whyNotSaved(draft);
  const here = { kind: "skill", name: skill } as const;
  const add = (rows: readonly SuiteRow[]) => draft.setRows((before) => [...before, ...rows]);
  useShortcut("mod+s", "Save the cases", () => draft.save.mutate(), {
    enabled: noSave === undefined && !draft.save.isPending,
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <EditorBar
        draft={draft}
        reason={reason}
        noSave={noSave}
        onAdd={() => add([newRow("", here)])}
        onPaste={() => setIsPasting(true)}
        onFile={async (file) => {
          setTold(null);
          try {
            add(await readCsvFile(file, skill, draft.rows));
          } catch (error) {
            setTold(error instanceof Error ? error : new Error(String(error)));
          }
        }}
        onDownload={() => downloadCsv(skill, draft.rows)}
      />
      <div className="grid gap-2 p-4 empty:hidden [&:not(:has(*))]:hidden">
        <ErrorNotice error={told} title="The file was not read" />
        {draft.newer ? (
          <NewerNotice draft={draft} what="The cases were" />
        ) : (
          <ErrorNotice error={draft.save.error} title="Not saved" />
        )}
        <SuiteFindings findings={draft.base.findings} isChanged={draft.isDirty} />
      </div>
      <SuiteTable skill={skill} siblings={suite.siblings} draft={draft} readOnly={reason !== undefined} />
      {isPasting ? (
        <PasteDialog
          skill={skill}
          siblings={suite.siblings}
          rows={draft.rows}
          onAdd={add}
          close={() => setIsPasting(false)}
        />
      ) : null}
    </div>
  );
}

function whyNotSaved({ isDirty, rows, newer }: SuiteDraft): string | undefined {
  if (!isDirty) return "Nothing has changed.";
  if (newer) return "Choose first what becomes of the cases that somebody else saved.";
  if (rows.some(({ query }) => query.trim() === ""))
    return "Write or remove the cases without a message first.";
  return undefined;
}

type EditorBarProps = {
  draft: SuiteDraft;
  /** Why nothing can be changed, and why nothing can be saved. */
  reason: string | undefined;
  noSave: string | undefined;
  onAdd: () => void;
  onPaste: () => void;
  onFile: (file: File) => void;
  onDownload: () => void;
};

function EditorBar({ draft, reason, noSave, onAdd, onPaste, onFile, onDownload }: EditorBarProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="flex min-h-bar flex-none flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
      <Button icon={Plus} onClick={onAdd} blockedReason={reason}>
        Add a case
      </Button>
      <Button icon={ClipboardPaste} onClick={onPaste} blockedReason={reason}>
        Paste lines…
      </Button>
      <Button icon={Upload} onClick={() => file.current?.click()} blockedReason={reason}>
        CSV in…
      </Button>
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="A CSV file of cases"
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          target.value = "";
          if (chosen) onFile(chosen);
        }}
      />
      <Button
        icon={Download}
        onClick={onDownload}
        blockedReason={draft.rows.length === 0 ? "There is no case to download." : undefined}
      >
        CSV out
      </Button>
      <DraftSaving draft={draft} noSave={noSave} />
    </div>
  );
}

type SuiteTableProps = {
  skill: string;
  siblings: readonly string[];
  draft: SuiteDraft;
  readOnly: boolean;
};

/** Drawn at first, and with each step more. */
const pageSize = 100;

function SuiteTable({ skill, siblings, draft, readOnly }: SuiteTableProps) {
  const { rows, problems, setRows } = draft;
  const [room, setRoom] = useState(pageSize);
  // A new case is at the end, and stays in sight while it is written.
  if (rows.at(-1)?.query === "" && room < rows.length) setRoom(rows.length);
  const change = useCallback(
    (key: number, part: Partial<Omit<SuiteRow, "key">>) =>
      setRows((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one))),
    [setRows],
  );
  const remove = useCallback(
    (key: number) => setRows((before) => before.filter((one) => one.key !== key)),
    [setRows],
  );
  return (
    <div className="min-h-0 flex-1 overflow-auto compact:overflow-visible">
      <Table
        caption={`Cases of the trigger suite. ${rows.length} in all.`}
        aria-rowcount={rows.length + 1}
        stacked="edges"
      >
        <thead>
          <tr>
            <HeaderCell width={56} numeric>
              #
            </HeaderCell>
            <HeaderCell>Query</HeaderCell>
            <HeaderCell width={220} className="narrow:w-[180px]!">
              Expected
            </HeaderCell>
            <HeaderCell width={200} className="narrow:w-[140px]!">
              Note
            </HeaderCell>
            <HeaderCell width={52} spoken="Remove" />
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, room).map((row, index) => (
            <SuiteRowView
              key={row.key}
              row={row}
              number={index + 1}
              skill={skill}
              siblings={siblings}
              problem={problems.get(row.key)}
              readOnly={readOnly}
              onChange={change}
              onRemove={remove}
            />
          ))}
        </tbody>
      </Table>
      {room < rows.length ? (
        <div className="p-3">
          <Button onClick={() => setRoom(room + pageSize)}>
            Show more of {formatCount(rows.length - room, "other case")}
          </Button>
        </div>
      ) : null}
      {rows.length === 0 ? <NoRows skill={skill} /> : null}
    </div>
  );
}

function NoRows({ skill }: { skill: string }) {
  return (
    <p className="p-4 text-ink-2">
      No case yet. Write what people would say: some messages that should activate{" "}
      <code>
        <ShownText text={skill} />
      </code>
      , and as many that come close and should not. {fewestCasesToJudge} cases are the fewest that are judged.
    </p>
  );
}
