import { assertNever } from "@/lib/kernel/assert-never";

export type Follows = "latest" | "label" | "version" | "draft";

/** What the list edits: one row per assigned skill, in order of priority. */
export type AssignmentRow = {
  skill: string;
  enabled: boolean;
  follows: Follows;
  label?: string | undefined;
  version?: number | undefined;
};

/** One thing a person did to the list. The sentence said about it and its undo come from this alone. */
export type AssignmentChange =
  | { kind: "move"; skill: string; to: number }
  | { kind: "switch"; skill: string; enabled: boolean }
  | {
      kind: "follow";
      skill: string;
      follows: Follows;
      label?: string | undefined;
      version?: number | undefined;
    }
  | { kind: "remove"; skill: string }
  | { kind: "assign"; skill: string; follows: Follows };

const indexOf = (rows: readonly AssignmentRow[], skill: string) =>
  rows.findIndex((row) => row.skill === skill);

function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const next = [...rows];
  const [row] = next.splice(from, 1);
  if (row !== undefined) next.splice(to, 0, row);
  return next;
}

/** The list after a change; the same list when the change no longer applies. Positions are 0-based. */
export function applyChange<Row extends AssignmentRow>(
  rows: readonly Row[],
  change: AssignmentChange,
  newRow: (change: Extract<AssignmentChange, { kind: "assign" }>) => Row,
): readonly Row[] {
  const index = indexOf(rows, change.skill);
  if (change.kind === "assign") return index === -1 ? [...rows, newRow(change)] : rows;
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

/** The sentence under the list, in parts so that the skill's name can be set in mono. Positions are 1-based. */
export function sayChange(
  before: readonly AssignmentRow[],
  change: AssignmentChange,
): { before: string; skill: string; after: string } {
  const { skill } = change;
  switch (change.kind) {
    case "move":
      return { before: "Moved ", skill, after: ` from ${indexOf(before, skill) + 1} to ${change.to + 1}.` };
    case "switch":
      return { before: "Switched ", skill, after: change.enabled ? " on." : " off." };
    case "follow":
      return { before: "", skill, after: ` now follows ${followsName(change)}.` };
    case "remove":
      return { before: "Removed ", skill, after: "." };
    case "assign":
      return { before: "Assigned ", skill, after: ` at ${before.length + 1}.` };
    default:
      return assertNever(change);
  }
}

export function followsName(row: Pick<AssignmentRow, "follows" | "label" | "version">): string {
  switch (row.follows) {
    case "latest":
      return "latest";
    case "label":
      return row.label ?? "a label";
    case "version":
      return `v${row.version ?? "?"}`;
    case "draft":
      return "the draft";
    default:
      return assertNever(row.follows);
  }
}
