import type { ReactNode } from "react";
import type { PackageDiffFacts } from "@/lib/library/diffs/diff-schema";

/** One line of one side of a file: where a thread stands. */
export type DiffPlace = { path: string; side: "old" | "new"; line: number };

/** Lines that somebody wants to say something about. 1-based, both inclusive. */
export type DiffSelection = {
  path: string;
  side: "old" | "new";
  startLine: number;
  endLine: number;
  /** Holds the lines themselves, joined by line feeds. */
  quote: string;
};

export type PackageDiffProps = {
  workspace: string;
  skill: string;
  /** It is a version's number, a label, `latest`, `draft`, or `none`, which stands for the empty package. */
  from: string;
  to: string;
  /** What stands below a line, across both sides: threads, a comment being written. Null for nothing. */
  renderAfterLines?: ((place: DiffPlace) => ReactNode) | undefined;
  /** What stands below a file's heading: threads about the file, or about lines that are not shown. */
  renderInFile?: ((path: string) => ReactNode) | undefined;
  /** Makes lines answerable: a button beside each, and a selection of several with Shift. */
  onLineAction?: ((selection: DiffSelection) => void) | undefined;
  /** What the button beside a line does, for readers: "Comment on". */
  lineActionLabel?: string | undefined;
  /** Lines that must be shown although they did not change: those with threads. */
  keepLines?: readonly DiffPlace[] | undefined;
  /** Under which key this browser remembers what is ticked as viewed; the skill without one. */
  viewedKey?: string | undefined;
  /** Called with what is compared, once it is known. */
  onFacts?: ((facts: PackageDiffFacts) => void) | undefined;
};
