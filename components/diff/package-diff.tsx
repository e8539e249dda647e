"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { packageDiffQuery } from "@/components/data/diff-queries";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { client } from "@/lib/api/client";
import type { PackageDiffFacts } from "@/lib/library/diffs/diff-schema";
import { DiffProvider } from "./diff-context";
import { DiffToolbar } from "./diff-toolbar";
import { FileList } from "./file-list";
import { FileSection } from "./file-section";
import { FrontmatterTable } from "./frontmatter-table";
import type { PackageDiffProps } from "./package-diff-props";
import { useDiffView } from "./use-diff-view";
import { useHeldPlace } from "./use-held-place";
import { useNearViewport } from "./use-near-viewport";
import { useViewedFiles } from "./use-viewed-files";

/** Files whose lines come with the page; those of others follow when they come near the view. */
const filesAtOnce = 3;
/** Headings of files that are drawn with the page, and more of them at a time as the last comes near. */
const headingsAtOnce = 12;

/**
 * What differs between two packages of a skill: frontmatter, weights, and file by file. It flows in what scrolls
 * around it. Threads and comments have their places through the slots of its props.
 */
export function PackageDiff({ workspace, skill, from, to, viewedKey, onFacts, ...slots }: PackageDiffProps) {
  const compared = useMemo(() => ({ workspace, skill, from, to }), [workspace, skill, from, to]);
  const diff = useQuery(packageDiffQuery(client.library, compared));
  const facts = diff.data;
  useEffect(() => {
    if (facts) onFacts?.(facts);
  }, [facts, onFacts]);
  if (facts)
    return (
      <ShownDiff
        facts={facts}
        compared={compared}
        slots={slots}
        viewedKey={viewedKey ?? `${workspace}/${skill}`}
      />
    );
  return <NotLoaded query={diff} loading="Comparing" />;
}

type ShownDiffProps = {
  facts: PackageDiffFacts;
  compared: { workspace: string; skill: string; from: string; to: string };
  slots: Omit<PackageDiffProps, "workspace" | "skill" | "from" | "to" | "viewedKey" | "onFacts">;
  viewedKey: string;
};

function ShownDiff({ facts, compared, slots, viewedKey }: ShownDiffProps) {
  const id = useId();
  const [view, chooseView] = useDiffView();
  const [isListed, setListed] = useState(false);
  const [drawn, setDrawn] = useState(headingsAtOnce);
  const { isViewed, setViewed } = useViewedFiles(viewedKey);
  const { files, unchangedFiles } = facts;
  const settings = { ...slots, compared, view };
  const hold = useHeldPlace();
  // Never fewer: who went to a far file may have been drawn it just before the next ones came near the view.
  const drawAtLeast = (count: number) => setDrawn((before) => Math.max(before, count));
  const go = (index: number) => {
    flushSync(() => drawAtLeast(index + headingsAtOnce));
    const section = document.getElementById(`${id}-${index}`);
    if (section) hold(section);
    section?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  };
  if (files.length === 0 && facts.frontmatter.length === 0)
    return (
      <EmptyState inline title="Nothing differs">
        Both sides have the same files, byte for byte: {facts.from.digest?.slice(0, 7) ?? "none at all"}.
      </EmptyState>
    );
  return (
    <DiffProvider settings={settings}>
      <FrontmatterTable facts={facts} />
      <DiffToolbar
        files={files}
        unchanged={unchangedFiles}
        viewed={files.filter(isViewed).length}
        view={view}
        onView={chooseView}
        isListed={isListed}
        onListed={setListed}
      />
      {isListed ? <FileList files={files} isViewed={isViewed} onOpen={go} /> : null}
      {files.slice(0, drawn).map((file, index) => (
        <FileSection
          key={file.path}
          id={`${id}-${index}`}
          file={file}
          first={index < filesAtOnce}
          viewed={isViewed(file)}
          onViewed={setViewed}
        />
      ))}
      {drawn < files.length ? (
        <MoreFiles
          key={drawn}
          left={files.length - drawn}
          onNear={() => drawAtLeast(drawn + headingsAtOnce)}
        />
      ) : null}
    </DiffProvider>
  );
}

/** Stands for the files that are not drawn yet, and draws more as it comes near the view. */
function MoreFiles({ left, onNear }: { left: number; onNear: () => void }) {
  const [element, near] = useNearViewport<HTMLParagraphElement>(false);
  useEffect(() => {
    if (near) onNear();
  });
  return (
    <p ref={element} className="px-4 py-2 text-12 text-ink-3">
      {formatCount(left, "more file")}
    </p>
  );
}
