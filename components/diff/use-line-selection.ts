"use client";

import { type KeyboardEvent, type MouseEvent, useState } from "react";
import type { Segment } from "./diff-segments";
import type { DiffSelection } from "./package-diff-props";

export type LineSpot = { side: "old" | "new"; line: number };
type Chosen = { side: LineSpot["side"]; from: number; to: number };

/**
 * Lines that somebody wants to say something about: a press takes one, Shift the lines since the last one. Arrows walk
 * the line numbers, so that a file is one stop of the Tab key.
 */
export function useLineSelection(
  segments: readonly Segment[],
  pathOf: (side: LineSpot["side"]) => string,
  onSelect: ((selection: DiffSelection) => void) | undefined,
) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [walked, setSpot] = useState<LineSpot | null>(null);
  const spot = walked ?? firstChange(segments);
  const onPress = ({ side, line }: LineSpot, event: MouseEvent) => {
    const extends_ = chosen?.side === side && (event.shiftKey || chosen.to === line);
    const from = extends_ ? chosen.from : line;
    const selection = toSelection(segments, pathOf(side), side, from, line);
    setChosen({ side, from, to: line });
    onSelect?.(selection);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const here =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-line]") : null;
    const side = here?.dataset.side === "old" ? "old" : "new";
    const line = Number(here?.dataset.line);
    if (!here || step === 0) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`[data-line][data-side="${side}"]`)];
    const next = all[all.indexOf(here) + step];
    if (!next) return;
    const to = Number(next.dataset.line);
    const from = event.shiftKey && chosen?.side === side ? chosen.from : line;
    setChosen(event.shiftKey ? { side, from, to } : null);
    next.focus();
  };
  const isChosen = ({ side, line }: LineSpot): boolean =>
    chosen !== null &&
    chosen.side === side &&
    line >= Math.min(chosen.from, chosen.to) &&
    line <= Math.max(chosen.from, chosen.to);
  return { onPress, onKeyDown, isChosen, spot, setSpot };
}

function firstChange(segments: readonly Segment[]): LineSpot | null {
  for (const segment of segments) {
    const row = segment.kind === "rows" ? segment.rows.find(({ kind }) => kind === "changed") : undefined;
    if (row?.new) return { side: "new", line: row.new.line };
    if (row?.old) return { side: "old", line: row.old.line };
  }
  return null;
}

/** As many lines as stand without a gap between the two. */
function toSelection(
  segments: readonly Segment[],
  path: string,
  side: LineSpot["side"],
  from: number,
  to: number,
): DiffSelection {
  const texts = new Map<number, string>();
  for (const segment of segments)
    if (segment.kind === "rows")
      for (const row of segment.rows) {
        const line = row[side];
        if (line) texts.set(line.line, line.text);
      }
  const step = from <= to ? -1 : 1;
  let start = to;
  while (start !== from && texts.has(start + step)) start += step;
  const [startLine, endLine] = [Math.min(start, to), Math.max(start, to)];
  const quote = Array.from({ length: endLine - startLine + 1 }, (_, at) => texts.get(startLine + at) ?? "");
  return { path, side, startLine, endLine, quote: quote.join("\n") };
}
