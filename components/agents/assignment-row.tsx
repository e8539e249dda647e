"use client";

import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowDown, ArrowUp, Ban, GripVertical, Scissors, X } from "lucide-react";
import { SelectBox } from "@/components/library/many/select-box";
import type { SelectableRow } from "@/components/library/many/selection";
import { ProofLine } from "@/components/library/proven-skills";
import { IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { formatNumber } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { Switch } from "@/components/ui/switch";
import { TextButton } from "@/components/ui/text-link";
import type { Assignment } from "@/lib/agents/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { promptTokensTitle, type RowChoice, sayAssignment, tokensOf } from "./agent-words";
import type { AssignmentChange } from "./assignment-list";
import { followOptions } from "./follow-options";
import { SkillLink } from "./skill-link";

/** Handle, position, skill, follows, tokens, switch, buttons. Stacks where there is no room. */
export const assignmentGrid =
  "grid grid-cols-[24px_24px_minmax(0,1fr)_176px_48px_40px_84px] items-center gap-x-2 border-line border-b py-0 pr-3 pl-2 narrow:grid-cols-[24px_20px_minmax(0,1fr)_128px_40px_40px_80px] narrow:gap-x-1.5 @max-[480px]:grid-cols-[24px_24px_minmax(0,1fr)_auto]! @max-[480px]:gap-y-1 @max-[480px]:py-2";

type AssignmentActsProps = {
  row: Assignment;
  index: number;
  isLast: boolean;
  apply: (change: AssignmentChange) => void;
  /** What the budget does to it, in two or three words; null when nothing. */
  mark: string | null;
  /** The budget in characters, above the first skill that it cuts. */
  cutLine: number | null;
  /** What the agent's rule says of it; null when there is nothing to say. */
  choice: RowChoice | null;
};

type AssignmentRowProps = AssignmentActsProps & {
  workspace: string;
  /** For whoever may not change the agent: values in words, and no handle. */
  readOnly: boolean;
  selected: boolean;
  anySelected: boolean;
  onSelect: (row: SelectableRow, how: { range: boolean }) => void;
  /** The agent's: whether its instructions are in the prompt. */
  mode: string;
};

export function AssignmentRow(props: AssignmentRowProps) {
  const { workspace, row, index, isLast, apply, mark, cutLine, choice, readOnly, mode, ...box } = props;
  const { skill } = row;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: skill, disabled: readOnly, attributes: { roleDescription: "movable skill" } });
  const { text, isProblem } = sayAssignment(row);
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classNames(
        assignmentGrid,
        "group/row relative min-h-11 bg-bg hover:bg-hover",
        isDragging &&
          "z-1 rounded-2 border-b-transparent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent-text)] hover:bg-accent-soft",
      )}
    >
      {cutLine === null ? null : (
        <p className="col-span-full -mx-2 flex items-center gap-2 px-3 pt-1 text-12 text-warn before:h-0 before:w-3 before:border-warn before:border-t before:border-dashed after:h-0 after:flex-1 after:border-warn after:border-t after:border-dashed">
          <Icon of={Scissors} size={13} />
          The budget of {formatNumber(cutLine)} characters ends here
        </p>
      )}
      {readOnly ? (
        <span />
      ) : (
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Drag ${skill}`}
          className="grid h-ctl w-6 cursor-grab touch-none place-items-center rounded-1 text-ink-3 hover:bg-press hover:text-ink"
        >
          <Icon of={GripVertical} />
        </button>
      )}
      <span className="relative grid h-full items-center text-right text-ink-3">
        <span
          aria-hidden={box.anySelected || undefined}
          className={
            box.anySelected
              ? "invisible"
              : "group-focus-within/row:invisible group-hover/row:invisible pointer-coarse:invisible"
          }
        >
          {index + 1}
        </span>
        <SelectBox row={{ id: row.skillId, name: skill }} {...box} />
      </span>
      <div className="min-w-0 py-1">
        <SkillLink
          {...{ workspace, skill }}
          className={classNames("max-w-full", !row.enabled && "text-ink-3")}
        />
        <div
          className={classNames(
            "text-12",
            row.follows === "draft" ? "text-pretty" : "truncate",
            (isProblem || mark !== null) && "compact:whitespace-normal",
            isProblem ? "text-warn" : "text-ink-3",
          )}
          title={markHidden(text)}
        >
          {mark === null ? null : (
            <span className="mr-1.5 text-warn">
              <Icon of={Scissors} size={13} className="mr-1 inline align-[-2px]" />
              {mark}
            </span>
          )}
          <span className={mark === null ? undefined : "compact:sr-only"}>
            <ShownText text={text} />
          </span>
          {readOnly ? null : <FollowLatest row={row} apply={apply} />}
        </div>
        <ChoiceLine choice={choice} />
        <div className="text-pretty">
          <ProofLine skillId={row.skillId} />
        </div>
      </div>
      <FollowSelect row={row} apply={apply} readOnly={readOnly} />
      <span
        className={classNames("text-right @max-[480px]:hidden", !row.enabled && "text-ink-3")}
        title={promptTokensTitle(mode)}
      >
        {formatNumber(tokensOf(row, mode))}
      </span>
      {readOnly ? (
        <span className="text-center text-ink-2">{row.enabled ? "On" : "Off"}</span>
      ) : (
        <>
          <Switch
            checked={row.enabled}
            onCheckedChange={(enabled) => apply({ kind: "switch", skill, enabled })}
            aria-label={`${skill} on`}
          />
          <RowButtons skill={skill} index={index} isLast={isLast} apply={apply} />
        </>
      )}
    </li>
  );
}

function ChoiceLine({ choice }: { choice: RowChoice | null }) {
  if (choice === null) return null;
  return (
    <p className={classNames("text-pretty text-12", choice.isOut ? "text-warn" : "text-ink-3")}>
      {choice.isOut ? <Icon of={Ban} size={13} className="mr-1 inline align-[-2px]" /> : null}
      <ShownText text={choice.text} />
    </p>
  );
}

/** A skill that was assigned as a draft goes on with its draft after it is published: said, and changed with one press. */
function FollowLatest({ row, apply }: Pick<AssignmentActsProps, "row" | "apply">) {
  const { skill, follows, choices } = row;
  if (follows !== "draft" || choices.latest === null) return null;
  return (
    <>
      {" "}
      <span className="text-warn">v{choices.latest} is published.</span>{" "}
      <TextButton
        aria-label={markHidden(`Let ${skill} follow latest`)}
        onClick={() => apply({ kind: "follow", skill, follows: "latest", label: null, version: null })}
      >
        Follow latest
      </TextButton>
    </>
  );
}

function FollowSelect({ row, apply, readOnly }: Pick<AssignmentRowProps, "row" | "apply" | "readOnly">) {
  const { current, options } = followOptions(row);
  if (readOnly)
    return (
      <span className="min-w-0 truncate text-ink-2 @max-[480px]:order-last @max-[480px]:col-start-3">
        <ShownText text={options.find(({ value }) => value === current)?.text ?? ""} />
      </span>
    );
  return (
    <Select
      aria-label={`${row.skill} follows`}
      value={current}
      className="w-full @max-[480px]:order-last @max-[480px]:col-start-3"
      onChange={(event) => {
        const option = options.find(({ value }) => value === event.target.value);
        if (option !== undefined) apply({ kind: "follow", skill: row.skill, ...option.following });
      }}
    >
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {markHidden(text)}
        </option>
      ))}
    </Select>
  );
}

type RowButtonsProps = { skill: string } & Pick<AssignmentActsProps, "index" | "isLast" | "apply">;

/** At the ends of the list a direction is blocked and says so; the button keeps its place and its focus. */
function RowButtons({ skill, index, isLast, apply }: RowButtonsProps) {
  const move = (to: number) => apply({ kind: "move", skill, to });
  return (
    <span className="inline-flex justify-self-end @max-[480px]:order-last">
      <MoveButton
        icon={ArrowUp}
        label={`Move ${skill} up`}
        isEnd={index === 0}
        onClick={() => move(index - 1)}
      />
      <MoveButton
        icon={ArrowDown}
        label={`Move ${skill} down`}
        isEnd={isLast}
        onClick={() => move(index + 1)}
      />
      <IconButton
        icon={X}
        label={`Remove ${skill}`}
        size="icon-small"
        className="h-ctl"
        onClick={() => apply({ kind: "remove", skill })}
      />
    </span>
  );
}

type MoveButtonProps = { icon: typeof ArrowUp; label: string; isEnd: boolean; onClick: () => void };

function MoveButton({ icon, label, isEnd, onClick }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={markHidden(label)}
      aria-disabled={isEnd || undefined}
      title={markHidden(label)}
      onClick={isEnd ? undefined : onClick}
      className={classNames(
        "grid h-ctl w-[26px] place-items-center rounded-2",
        isEnd ? "text-ink-off" : "text-ink-3 hover:bg-press hover:text-ink",
      )}
    >
      <Icon of={icon} size={14} />
    </button>
  );
}
