"use client";

import { ChevronRight } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { formatBytes, formatNumber } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, Row } from "@/components/ui/table";
import type { ImportItem } from "@/lib/imports/import-schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { FindingCount } from "../skill-state";
import { choicesFor, type Decision, groupOf, type ImportChoice, type ImportGroup } from "./import-choices";
import { ImportItemDetails } from "./import-item-details";

type ImportItemRowsProps = {
  measure: (element: HTMLElement | null) => void;
  index: number;
  item: ImportItem;
  decision: Decision | null;
  problem: string | undefined;
  isOpen: boolean;
  onToggle: (id: string) => void;
  onDecide: (id: string, decision: Decision) => void;
};

/** One package: its line, and below it, when open, everything that is known about it. */
export function ImportItemRows(props: ImportItemRowsProps) {
  const { measure, index, item, decision, problem, isOpen, onToggle, onDecide } = props;
  const detailsId = `import-item-${item.id}`;
  return (
    <tbody ref={measure} data-index={index}>
      <Row aria-rowindex={index + 2}>
        <Cell>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => onToggle(item.id)}
            className="flex min-h-6 w-full items-center gap-1.5 text-left"
          >
            <Icon
              of={ChevronRight}
              size={14}
              className={classNames("text-ink-3 transition-transform duration-fast", isOpen && "rotate-90")}
            />
            <span className="min-w-0 truncate font-medium compact:whitespace-normal font-mono text-13 text-ink tracking-[-0.02em]">
              <ShownText text={item.name || "(no name)"} />
            </span>
          </button>
        </Cell>
        <Cell title={markHidden(item.description)} className="compact:line-clamp-3!">
          <ShownText text={item.description} />
        </Cell>
        <Cell numeric label="Files">
          {formatNumber(item.fileCount)}
        </Cell>
        <Cell numeric label="Size">
          {formatBytes(item.size)}
        </Cell>
        <Cell label="Findings">
          <FindingCount {...item} />
        </Cell>
        <Cell label="Found" className="text-ink-3">
          <ShownText text={foundAs(item)} />
        </Cell>
        <Cell className="overflow-visible">
          <DecisionControl item={item} decision={decision} problem={problem} onDecide={onDecide} />
        </Cell>
      </Row>
      {isOpen ? (
        <tr id={detailsId} className="bg-sunken">
          <td colSpan={7} className="border-line border-b px-4 py-3 pl-9">
            <ImportItemDetails item={item} />
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

const foundWords = {
  new: () => "New",
  nested: () => "Inside another",
  "same-name": () => "Name is taken",
  "similar-name": () => "Name is too similar",
  "same-digest": (item) =>
    item.match?.version === null || item.match === null
      ? "Already here"
      : `Already here, v${item.match.version}`,
  refused: () => "Refused",
} as const satisfies Record<ImportGroup, (item: ImportItem) => string>;

const foundAs = (item: ImportItem) =>
  item.match?.within === "import" ? "Twice in this import" : foundWords[groupOf(item)](item);

const choiceWords = {
  create: "Store",
  update: "Update the skill",
  rename: "Under another name",
  skip: "Leave out",
} as const satisfies Record<ImportChoice, string>;

type DecisionControlProps = Pick<ImportItemRowsProps, "item" | "decision" | "problem" | "onDecide">;

function DecisionControl({ item, decision, problem, onDecide }: DecisionControlProps) {
  const choices = choicesFor(item);
  if (choices.length === 0) return <span className="text-ink-3">Cannot be stored</span>;
  const choose = (value: string) => {
    const choice = choices.find((candidate) => candidate === value);
    if (choice !== undefined) onDecide(item.id, { choice, newName: decision?.newName ?? "" });
  };
  const problemId = `import-problem-${item.id}`;
  const isRename = decision?.choice === "rename";
  return (
    <span className="grid gap-1 py-1">
      <Select
        aria-label={`What to do with ${item.name}`}
        aria-invalid={decision === null || undefined}
        value={decision?.choice ?? ""}
        onChange={(event) => choose(event.target.value)}
        className="w-full"
      >
        {decision === null ? <option value="">Choose</option> : null}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choiceWords[choice]}
          </option>
        ))}
      </Select>
      {isRename ? (
        <Input
          mono
          aria-label={`New name of ${item.name}`}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          placeholder={`${item.name.slice(0, 60)}-2, or the next free`}
          maxLength={64}
          value={decision.newName}
          onChange={(event) => onDecide(item.id, { choice: "rename", newName: event.target.value })}
        />
      ) : null}
      {problem === undefined ? null : (
        <span id={problemId} className="whitespace-normal text-12 text-danger">
          <ShownText text={problem} />
        </span>
      )}
    </span>
  );
}
