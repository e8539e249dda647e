"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { formatCount } from "@/components/ui/format";
import { Textarea } from "@/components/ui/input";
import type { Expected } from "@/lib/proof/suites/case-schema";
import { ExpectedSelect } from "./expected-select";
import { pastedRows, type SuiteRow } from "./suite-rows";

type PasteDialogProps = {
  skill: string;
  siblings: readonly string[];
  rows: readonly SuiteRow[];
  onAdd: (rows: readonly SuiteRow[]) => void;
  close: () => void;
};

/** Many cases at once: a message a line, all with the same expectation. */
export function PasteDialog({ skill, siblings, rows, onAdd, close }: PasteDialogProps) {
  const [text, setText] = useState("");
  const [expected, setExpected] = useState<Expected>({ kind: "skill", name: skill });
  const { added, known } = pastedRows(text, expected, rows);
  return (
    <FormDialog
      title="Paste lines"
      description="A message a line. Nothing is saved yet."
      verb={added.length === 0 ? "Add" : `Add ${formatCount(added.length, "case")}`}
      blockedReason={added.length === 0 ? "Paste at least one new line." : undefined}
      onSubmit={() => {
        onAdd(added);
        close();
      }}
      close={close}
      aside={
        known === 0 ? null : (
          <span className="text-12 text-ink-3">{formatCount(known, "line")} there already, left out</span>
        )
      }
    >
      <Field label="Messages">
        <Textarea rows={10} autoFocus value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Field label="Expected">
        <ExpectedSelect skill={skill} siblings={siblings} value={expected} onChange={setExpected} />
      </Field>
    </FormDialog>
  );
}
