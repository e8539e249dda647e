import type { Assignment, AssignmentInput } from "@/lib/agents/schema";
import { assertNever } from "@/lib/kernel/assert-never";
import type { FollowKind } from "@/lib/runtime/follow-kinds";

/** What an assignment follows; the label or the number is null when it follows something else. */
export type Following = Pick<Assignment, "follows" | "label" | "version">;

/** One thing a person did to the list. The sentence said about it and its undo come from this alone. */
export type AssignmentChange =
  | { kind: "move"; skill: string; to: number }
  | { kind: "switch"; skill: string; enabled: boolean }
  | ({ kind: "follow"; skill: string } & Following)
  | { kind: "remove"; skill: string }
  | { kind: "assign"; row: Assignment; at?: number };

type Rows = readonly Assignment[];

const skillOf = (change: AssignmentChange) => (change.kind === "assign" ? change.row.skill : change.skill);

const indexOf = (rows: Rows, skill: string) => rows.findIndex((row) => row.skill === skill);

function moved(rows: Rows, from: number, to: number): Rows {
  const row = rows[from];
  return row === undefined ? rows : rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

/** The list after a change; the same list when the change no longer applies. Positions are 0-based. */
export function applyChange(rows: Rows, change: AssignmentChange): Rows {
  const index = indexOf(rows, skillOf(change));
  if (change.kind === "assign")
    return index === -1 ? rows.toSpliced(change.at ?? rows.length, 0, change.row) : rows;
  if (index === -1) return rows;
  switch (change.kind) {
    case "move": {
      const to = Math.max(0, Math.min(rows.length - 1, change.to));
      return to === index ? rows : moved(rows, index, to);
    }
    case "switch":
      return rows.map((row, at) => (at === index ? { ...row, enabled: change.enabled } : row));
    case "follow": {
      const { follows, label, version } = change;
      return rows.map((row, at) => (at === index ? { ...row, follows, label, version } : row));
    }
    case "remove":
      return rows.filter((_, at) => at !== index);
    default:
      return assertNever(change);
  }
}

/** What takes a change back; null when there was nothing to change. */
export function inverseOf(rows: Rows, change: AssignmentChange): AssignmentChange | null {
  const skill = skillOf(change);
  const at = indexOf(rows, skill);
  const row = rows[at];
  if (change.kind === "assign") return row === undefined ? { kind: "remove", skill } : null;
  if (row === undefined || applyChange(rows, change) === rows) return null;
  switch (change.kind) {
    case "move":
      return { kind: "move", skill, to: at };
    case "switch":
      return { kind: "switch", skill, enabled: row.enabled };
    case "follow":
      return { kind: "follow", skill, follows: row.follows, label: row.label, version: row.version };
    case "remove":
      return { kind: "assign", row, at };
    default:
      return assertNever(change);
  }
}

/** The whole list as the API takes it. */
export function toInput(rows: Rows): AssignmentInput[] {
  return rows.map(({ skill, enabled, follows, label, version }) => ({
    skill,
    enabled,
    follows,
    ...(follows === "label" && label !== null ? { label } : {}),
    ...(follows === "version" && version !== null ? { version } : {}),
  }));
}

/** The sentence about a change, in parts so that the skill's name can be set in mono. Positions are 1-based. */
export type ChangeSentence = { before: string; skill: string; after: string };

export function sayChange(rows: Rows, change: AssignmentChange): ChangeSentence {
  const skill = skillOf(change);
  switch (change.kind) {
    case "move":
      return { before: "Moved ", skill, after: ` from ${indexOf(rows, skill) + 1} to ${change.to + 1}.` };
    case "switch":
      return { before: "Switched ", skill, after: change.enabled ? " on." : " off." };
    case "follow":
      return { before: "", skill, after: ` now follows ${followsName(change)}.` };
    case "remove":
      return { before: "Removed ", skill, after: "." };
    case "assign":
      return { before: "Assigned ", skill, after: ` at ${(change.at ?? rows.length) + 1}.` };
    default:
      return assertNever(change);
  }
}

function followsName({ follows, label, version }: Following): string {
  const names = {
    latest: "latest",
    label: label ?? "a label",
    version: `v${version ?? "?"}`,
    draft: "the draft",
  } as const satisfies Record<FollowKind, string>;
  return names[follows];
}

/** Says "6 on, 1 off". */
export function countOn(rows: Rows): string {
  const on = rows.filter((row) => row.enabled).length;
  const off = rows.length - on;
  return off === 0 ? `${on} on` : `${on} on, ${off} off`;
}
