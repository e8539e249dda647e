"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { diffLinesQuery, type LineRange } from "@/components/data/diff-queries";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { formatCount, formatNumber } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import type { FileDiff } from "@/lib/library/diffs/diff-schema";
import { useDiffSettings } from "./diff-context";
import { type Gap, mostAtOnce, rangesFor, rangeToShow, type Segment, segmentsOf } from "./diff-segments";
import { SplitRows, UnifiedRows } from "./line-rows";
import { type LineSpot, useLineSelection } from "./use-line-selection";

/** Rows of one file that are drawn at first, and more of them at a time. */
const rowsAtOnce = 400;

/** A file line by line, with the unchanged lines between the changes folded away. */
export function FileLines({ file }: { file: FileDiff }) {
  const { view, onLineAction, keepLines } = useDiffSettings();
  const [asked, setAsked] = useState<readonly LineRange[]>([]);
  const [shown, setShown] = useState(rowsAtOnce);
  const pathOf = (side: LineSpot["side"]) => (side === "old" ? (file.oldPath ?? file.path) : file.path);
  const kept = useMemo(() => {
    const places = (keepLines ?? []).filter(
      ({ path, side }) => path === (side === "old" ? (file.oldPath ?? file.path) : file.path),
    );
    return places.length === 0 ? [] : rangesFor(segmentsOf(file, new Map()), places);
  }, [file, keepLines]);
  const { known, failed } = useKnownLines(file, [...kept, ...asked]);
  const segments = useMemo(() => segmentsOf(file, known), [file, known]);
  const selection = useLineSelection(segments, pathOf, onLineAction);
  const { drawn, left } = cut(segments, shown);
  const columns = view === "split" ? 4 : 3;
  const Rows = view === "split" ? SplitRows : UnifiedRows;
  return (
    <>
      <table onKeyDown={selection.onKeyDown} className="w-full table-fixed border-separate border-spacing-0">
        <caption className="sr-only">
          Lines of <ShownText text={file.path} />,{" "}
          {view === "split" ? "before and after side by side" : "before above after"}
        </caption>
        <colgroup>
          <col className="w-12" />
          {view === "split" ? <col /> : null}
          <col className="w-12" />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Line before</th>
            {view === "split" ? <th scope="col">Before</th> : null}
            <th scope="col">Line after</th>
            <th scope="col">{view === "split" ? "After" : "Text"}</th>
          </tr>
        </thead>
        {drawn.map((segment, at) => (
          <tbody key={segmentKey(segment)}>
            {segment.kind === "gap" ? (
              <GapRow
                gap={segment}
                columns={columns}
                isFirst={at === 0}
                onShow={() => setAsked([...asked, rangeToShow(segment, at === segments.length - 1)])}
              />
            ) : (
              <Rows {...segment} selection={selection} pathOf={pathOf} />
            )}
          </tbody>
        ))}
      </table>
      {failed ? (
        <p className="px-4 py-2 text-danger">
          <ShownText text={failed} />
        </p>
      ) : null}
      {left > 0 ? (
        <p className="border-line border-t px-4 py-2">
          <Button onClick={() => setShown(shown + rowsAtOnce)}>
            Show {formatNumber(Math.min(left, rowsAtOnce))} more of {formatCount(left, "line")}
          </Button>
        </p>
      ) : null}
    </>
  );
}

/** The texts of unchanged lines that were asked for, by their number in the newer side. */
function useKnownLines(file: FileDiff, ranges: readonly LineRange[]) {
  const { compared } = useDiffSettings();
  const after = { path: file.path, sha256: file.after?.sha256 ?? "" };
  return useQueries({
    queries: ranges.map((range) => diffLinesQuery(client.library, compared, after, range)),
    combine: (answers) => ({
      known: new Map(
        answers.flatMap(({ data }) => data?.lines.map((text, at) => [data.start + at, text] as const) ?? []),
      ),
      failed: answers.find(({ error }) => error)?.error?.message ?? null,
    }),
  });
}

const segmentKey = (segment: Segment): string =>
  segment.kind === "gap"
    ? `gap-${segment.newStart}-${segment.oldStart}`
    : `rows-${segment.rows[0]?.old?.line ?? ""}-${segment.rows[0]?.new?.line ?? ""}`;

/** The first rows: a browser draws some hundreds at once without a pause. */
function cut(segments: readonly Segment[], most: number): { drawn: Segment[]; left: number } {
  const drawn: Segment[] = [];
  let room = most;
  let left = 0;
  for (const segment of segments) {
    if (segment.kind === "gap") {
      if (room > 0) drawn.push(segment);
      continue;
    }
    if (room > 0) drawn.push({ ...segment, rows: segment.rows.slice(0, room) });
    left += Math.max(0, segment.rows.length - Math.max(0, room));
    room -= segment.rows.length;
  }
  return { drawn, left };
}

type GapRowProps = {
  gap: Gap;
  columns: number;
  /** The line of the file's heading is above it. */
  isFirst: boolean;
  onShow: () => void;
};

function GapRow({ gap, columns, isFirst, onShow }: GapRowProps) {
  const { count, heading } = gap;
  const words =
    count > mostAtOnce
      ? `Show ${mostAtOnce} of ${formatNumber(count)} unchanged lines`
      : `Show ${formatCount(count, "unchanged line")}`;
  return (
    <tr>
      <td
        colSpan={columns}
        className={classNames(
          "h-6 border-line border-b bg-sunken px-4 text-12 text-ink-3",
          isFirst ? null : "border-t",
        )}
      >
        <span className="flex min-w-0 items-center gap-3">
          <button
            type="button"
            onClick={onShow}
            className="min-h-6 flex-none text-ink-2 underline decoration-line-control underline-offset-3 hover:text-accent-text"
          >
            <ShownText text={words} />
          </button>
          {heading ? (
            <code className="truncate">
              <ShownText text={heading} />
            </code>
          ) : null}
        </span>
      </td>
    </tr>
  );
}
