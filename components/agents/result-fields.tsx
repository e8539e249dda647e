"use client";

import { Plus } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { mostCases, type SavedResult } from "@/lib/runtime/choose-result";
import { CaseFields } from "./case-fields";
import { type CaseRow, type ResultDraft, toSavedResult } from "./result-draft";
import { TryInput } from "./try-input";

type ResultFieldsProps = { draft: ResultDraft; onDraft: (draft: ResultDraft) => void };

/** What a tool answers: cases that go by the input, in order, and what every other input gets. */
export function ResultFields({ draft, onDraft }: ResultFieldsProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { cases, isTyped, result, fillIn } = draft;
  const setCases = (next: CaseRow[]) => onDraft({ ...draft, cases: next });
  const add = () =>
    setCases([...cases, { id: nextId(cases), field: "", is: "equals", value: "", result: "" }]);
  const remove = (id: number) => {
    setCases(cases.filter((row) => row.id !== id));
    addButton.current?.focus();
  };
  const saved: SavedResult = toSavedResult(draft);
  return (
    <>
      {cases.length > 0 ? (
        <ol aria-label="Cases" className="grid gap-3">
          {cases.map((row, at) => (
            <CaseFields
              key={row.id}
              row={row}
              number={at + 1}
              onRow={(next) => setCases(cases.map((other) => (other.id === row.id ? next : other)))}
              moveUp={at === 0 ? null : () => setCases(swapped(cases, at))}
              remove={() => remove(row.id)}
            />
          ))}
        </ol>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          ref={addButton}
          icon={Plus}
          blockedReason={cases.length >= mostCases ? `At most ${mostCases} cases.` : undefined}
          onClick={add}
        >
          Add case
        </Button>
        <span className="text-12 text-ink-3">
          Another result where the input fits; the first that fits answers.
        </span>
      </div>
      <Checkbox
        label={
          cases.length > 0
            ? "A person types the result of every other call"
            : "A person types the result at each call"
        }
        checked={isTyped}
        onChange={({ target }) => onDraft({ ...draft, isTyped: target.checked })}
      />
      {isTyped ? null : (
        <Field
          label={cases.length > 0 ? "Result for every other input" : "Result"}
          help={
            fillIn
              ? "Given to the model with what the call holds filled in."
              : "Given to the model word for word."
          }
        >
          <Textarea
            rows={4}
            mono
            maxLength={100_000}
            value={result}
            onChange={({ target }) => onDraft({ ...draft, result: target.value })}
          />
        </Field>
      )}
      <Checkbox
        label="Fill in what the call holds"
        help="{{input.city}} stands for the field city, {{json input.city}} for it as JSON, {{input}} for the whole input."
        checked={fillIn}
        onChange={({ target }) => onDraft({ ...draft, fillIn: target.checked })}
      />
      {cases.length > 0 || fillIn ? <TryInput saved={saved} /> : null}
    </>
  );
}

const nextId = (cases: readonly CaseRow[]): number => Math.max(0, ...cases.map(({ id }) => id)) + 1;

/** The row at `at` and the one before it, the other way round. */
const swapped = (cases: readonly CaseRow[], at: number): CaseRow[] =>
  cases.flatMap((row, place) => {
    const other = cases[place === at ? at - 1 : place === at - 1 ? at : place];
    return [other ?? row];
  });
