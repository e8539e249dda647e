"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useCallback, useMemo, useState } from "react";
import type { DiffPlace, DiffSelection } from "@/components/diff/package-diff-props";
import { CommentComposer, type Written } from "@/components/discussion/comment-composer";
import { lineWords } from "@/components/discussion/thread-words";
import { formatCount } from "@/components/ui/format";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { PackageDiffFacts } from "@/lib/library/diffs/diff-schema";
import { CollapsibleSection } from "./collapsible-section";
import { EventThreads } from "./event-threads";
import { placeThreads } from "./place-threads";
import { ReviewCapabilities } from "./review-capabilities";
import { ReviewThread, useReviewView } from "./review-context";
import { diffSides } from "./review-words";

const PackageDiff = dynamic(
  () => import("@/components/diff/package-diff").then((module) => module.PackageDiff),
  { loading: () => <SkeletonRows label="Comparing" /> },
);

type ChangesTabProps = {
  facts: PackageDiffFacts | null;
  onFacts: (facts: PackageDiffFacts) => void;
};

type Composing = { at: DiffSelection; lost?: Written };

/** What the draft changes, with the threads below their lines. */
export function ChangesTab({ facts, onFacts }: ChangesTabProps) {
  const { workspace, review, threads, comments } = useReviewView();
  const placed = useMemo(() => placeThreads(threads), [threads]);
  const { composing, setComposing, begin, send } = useLineComment(facts);
  const { from, to } = diffSides(review);
  const renderAfterLines = (place: DiffPlace) => {
    const here = placed.below(place);
    const isHere = composing !== null && isAt(composing.at, place);
    if (here.length === 0 && !isHere) return null;
    return (
      <div className="grid gap-3 bg-sunken px-4 py-3 font-sans">
        {here.map((thread) => (
          <ReviewThread key={thread.id} thread={thread} />
        ))}
        {composing && isHere ? (
          <LineComposer
            composing={composing}
            people={comments.people}
            onSend={send}
            onCancel={() => setComposing(null)}
          />
        ) : null}
      </div>
    );
  };
  const renderInFile = (path: string) => {
    const gone = placed.outdated.get(path) ?? [];
    if (gone.length === 0) return null;
    return <Outdated threads={gone} />;
  };
  const kept = useMemo(
    () => (composing ? [...placed.lines, placeOfSelection(composing.at)] : placed.lines),
    [composing, placed],
  );
  // Of files that do not differ any more, or that the comparison does not show.
  const shown = new Set(facts?.files.flatMap(({ path, oldPath }) => [path, oldPath ?? path]));
  const elsewhere = threads.filter(
    ({ place }) => place.kind === "file" && facts !== null && !shown.has(place.now?.path ?? place.path),
  );
  return (
    <>
      {/* What stands below has headings of its own, also while the comparison is made. */}
      <h2 className="sr-only">Changes</h2>
      <ReviewCapabilities workspace={workspace} review={review} />
      <PackageDiff
        workspace={workspace}
        skill={review.skill.name}
        from={from}
        to={to}
        renderAfterLines={renderAfterLines}
        renderInFile={renderInFile}
        onLineAction={comments.blocked === undefined ? begin : undefined}
        lineActionLabel="Comment on"
        keepLines={kept}
        viewedKey={`review-${review.number}`}
        onFacts={onFacts}
      />
      {elsewhere.length > 0 ? <Elsewhere threads={elsewhere} /> : null}
      {[...placed.events].map(([conversation, about]) => (
        <EventThreads key={conversation} conversation={conversation} threads={about} />
      ))}
    </>
  );
}

/** The comment on lines of the diff that is being written; one that could not be sent is there again. */
function useLineComment(facts: PackageDiffFacts | null) {
  const { review, start } = useReviewView();
  const [composing, setComposing] = useState<Composing | null>(null);
  const begin = useCallback((at: DiffSelection) => setComposing({ at }), []);
  const send = (at: DiffSelection, written: Written) => {
    const digest = at.side === "new" ? facts?.to.digest : facts?.from.digest;
    if (!digest) return;
    setComposing(null);
    const { path, side, startLine, endLine, quote } = at;
    start({
      ...written,
      review: review.number,
      anchor: { kind: "file", digest, side, path, startLine, endLine },
      place: {
        kind: "file",
        digest,
        side,
        path,
        startLine,
        endLine,
        quote,
        revision: side === "new" ? review.draft.revision : null,
        now: { path, startLine, endLine, moved: false },
        hunk: { from: startLine, lines: quote.split("\n") },
      },
    }).catch(() => setComposing({ at, lost: written }));
  };
  return { composing, setComposing, begin, send };
}

const isAt = (at: DiffSelection, place: DiffPlace): boolean =>
  at.path === place.path && at.side === place.side && at.endLine === place.line;

const placeOfSelection = ({ path, side, endLine }: DiffSelection): DiffPlace => ({
  path,
  side,
  line: endLine,
});

function Outdated({ threads }: { threads: Parameters<typeof placeThreads>[0] }) {
  return (
    <CollapsibleSection
      title={`${formatCount(threads.length, "outdated thread")}`}
      remark={`${threads.length === 1 ? "its lines are gone; what it" : "their lines are gone; what they"} said stays`}
      flush
      startOpen={threads.some(({ resolved }) => resolved === null)}
    >
      <div className="grid gap-3 p-4">
        {threads.map((thread) => (
          <ReviewThread key={thread.id} thread={thread} />
        ))}
      </div>
    </CollapsibleSection>
  );
}

type LineComposerProps = {
  composing: Composing;
  people: ComponentProps<typeof CommentComposer>["people"];
  onSend: (at: DiffSelection, written: Written) => void;
  onCancel: () => void;
};

function LineComposer({ composing: { at, lost }, people, onSend, onCancel }: LineComposerProps) {
  return (
    <div className="max-w-[720px] rounded-2 border border-line-strong bg-bg p-3">
      <CommentComposer
        key={`${at.path}:${at.side}:${at.startLine}:${at.endLine}`}
        label={`Comment on ${lineWords(at.startLine, at.endLine)} of ${at.path}`}
        people={people}
        initial={lost}
        lines={at.side === "new" ? at.quote : undefined}
        onSend={(written) => onSend(at, written)}
        onCancel={onCancel}
      />
    </div>
  );
}

/** The threads on files that do not differ any more. */
function Elsewhere({ threads }: { threads: Parameters<typeof placeThreads>[0] }) {
  return (
    <CollapsibleSection
      title="On files that do not differ now"
      remark={formatCount(threads.length, "thread")}
    >
      <div className="grid gap-3 p-4">
        {threads.map((thread) => (
          <ReviewThread key={thread.id} thread={thread} showPath />
        ))}
      </div>
    </CollapsibleSection>
  );
}
