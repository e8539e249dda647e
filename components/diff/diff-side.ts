import type { DiffSide } from "@/lib/library/diffs/diff-schema";

/** What a side is called in headings: `v6`, `Draft r42`, `Nothing yet`. */
export function sideName({ kind, number, revision }: DiffSide): string {
  if (kind === "version") return `v${number}`;
  return kind === "draft" ? `Draft r${revision}` : "Nothing yet";
}

/** How the side is asked for: labels move, numbers do not. */
export const sideAddress = ({ kind, number }: DiffSide): string =>
  kind === "version" ? String(number) : kind;
