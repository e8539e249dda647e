import { findHarmfulText, findUnseenText, type HiddenRun } from "@/lib/kernel/hidden-text";
import { describeRun, removeRuns } from "@/lib/kernel/mark-hidden";
import type { OffsetFix, Report } from "./reporter";
import { quoteIfNeeded } from "./write-scalar";

type HidingField = {
  rule: "name-invisible" | "description-invisible";
  /** As it begins a sentence: "The description". */
  title: string;
  value: string;
  start: number;
  end: number;
};

/**
 * One issue for all that a value of the catalogue hides, at the first of it, with a fix that deletes it. `text` is
 * the whole document: behind escapes of YAML the characters themselves do not stand in it.
 */
export function checkHidden(
  { rule, title, value, start, end }: HidingField,
  text: string,
  report: Report,
): void {
  const runs = rule === "name-invisible" ? findUnseenText(value) : findHarmfulText(value);
  const [first] = runs;
  if (!first) return;
  const placed = placeRuns(runs, text.slice(start, end));
  const at = placed?.[0];
  const more = runs.length > 1 ? ` and ${runs.length - 1} more` : "";
  report(
    rule,
    at ? start + at.index : start,
    at ? start + at.index + at.text.length : end,
    `${title} has characters that nobody sees (${describeRun(first)}${more}).`,
    fixFor({ runs, placed, value, start, end }),
  );
}

/** The same runs in the value as it is written, or null when escapes stand for them. */
function placeRuns(runs: readonly HiddenRun[], raw: string): HiddenRun[] | null {
  const written = findUnseenText(raw).filter(({ text }) => runs.some((run) => run.text === text));
  return written.length === runs.length ? written : null;
}

type Hiding = {
  runs: readonly HiddenRun[];
  placed: readonly HiddenRun[] | null;
  value: string;
  start: number;
  end: number;
};

function fixFor({ runs, placed, value, start, end }: Hiding): OffsetFix | undefined {
  const title = "Delete the characters";
  if (placed)
    return {
      title,
      edits: placed.map(({ index, text }) => ({
        start: start + index,
        end: start + index + text.length,
        text: "",
      })),
    };
  const rest = removeRuns(value, runs).trim();
  return rest === "" ? undefined : { title, edits: [{ start, end, text: quoteIfNeeded(rest) }] };
}
