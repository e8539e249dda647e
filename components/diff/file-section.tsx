"use client";

import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { memo, useState } from "react";
import { fileDiffQuery } from "@/components/data/diff-queries";
import { libraryKeys } from "@/components/data/library-queries";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { client } from "@/lib/api/client";
import type { FileChange, FileDiff } from "@/lib/library/diffs/diff-schema";
import { guessTextByName } from "@/lib/skills/file-text";
import { ChangeCounts } from "./change-counts";
import { changeWords } from "./change-words";
import { useDiffSettings } from "./diff-context";
import { FileLines } from "./file-lines";
import { FileSizes } from "./file-sizes";
import { useNearViewport } from "./use-near-viewport";

const RenderedDiff = dynamic(() => import("./rendered-diff").then((module) => module.RenderedDiff), {
  loading: () => <Skeleton className="m-4 h-24" />,
});

type FileSectionProps = {
  id: string;
  file: FileChange;
  /** Drawn at once, without waiting to come into view. */
  first: boolean;
  viewed: boolean;
  onViewed: (file: FileChange, viewed: boolean) => void;
};

const isDocument = (path: string) => /\.(?:md|mdx|markdown)$/i.test(path);
const lineHeight = 20;

/** One file that differs: its heading, and its lines as soon as it comes near the view. */
export const FileSection = memo(function FileSection({
  id,
  file,
  first,
  viewed,
  onViewed,
}: FileSectionProps) {
  const { view, renderInFile, compared } = useDiffSettings();
  const [open, setOpen] = useState<boolean | null>(null);
  const [isRendered, setRendered] = useState(false);
  const [section, near] = useNearViewport<HTMLElement>(first);
  const isOpen = open ?? !viewed;
  const { path, oldPath, change } = file;
  const diff = useQuery({ ...fileDiffQuery(client.library, compared, file), enabled: near && isOpen });
  // The list reads no bytes. Opened, the file says what it is.
  const isText = diff.data ? diff.data.kind === "text" : guessTextByName(path);
  const mayRender = isText && isDocument(path) && change !== "renamed";
  return (
    <section ref={section} id={id} aria-labelledby={`${id}-title`}>
      <div className="sticky top-0 z-2 flex min-h-row items-center gap-3 border-line border-b bg-sunken pr-4 compact:flex-wrap">
        <h3 className="min-w-0 flex-1 font-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            {...(near ? {} : { "data-stop": "", tabIndex: 0 })}
            className="flex min-h-row w-full min-w-0 items-center gap-2 pl-4 text-left -outline-offset-2"
          >
            <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} className="flex-none text-ink-3" />
            <code id={`${id}-title`} className="min-w-0 truncate text-12">
              {oldPath ? <ShownText text={`${oldPath} → ${path}`} /> : <ShownText text={path} />}
            </code>
            <ChangeCounts file={diff.data ?? file} />
            {change === "changed" ? null : (
              <span className="flex-none text-12 text-ink-3">{changeWords[change]}</span>
            )}
          </button>
        </h3>
        {mayRender && isOpen ? (
          <Button variant="ghost" size="small" onClick={() => setRendered(!isRendered)}>
            {isRendered ? "Source" : "Rendered"}
          </Button>
        ) : null}
        <span className="whitespace-nowrap text-12 text-ink-3 narrow:hidden">
          {isRendered
            ? "rendered"
            : isText
              ? `source, ${view === "split" ? "side by side" : "unified"}`
              : "binary"}
        </span>
        <Checkbox
          label={
            <>
              Viewed{" "}
              <span className="sr-only">
                <ShownText text={path} />
              </span>
            </>
          }
          checked={viewed}
          onChange={(event) => {
            setOpen(null);
            onViewed(file, event.target.checked);
          }}
          className="items-center text-12"
        />
      </div>
      {isOpen ? (
        <>
          {renderInFile?.(path)}
          {near ? (
            <FileBody file={file} diff={diff} isRendered={isRendered} />
          ) : (
            <div style={{ height: lineHeight * expectedLines(file) }} />
          )}
        </>
      ) : null}
    </section>
  );
});

/** Roughly, so that the page is about as long as it will be. */
const expectedLines = ({ added, removed }: FileChange): number =>
  added === 0 && removed === 0 ? 2 : Math.min(400, Math.max(added ?? 4, removed ?? 4) + 8);

type FileBodyProps = { file: FileChange; diff: UseQueryResult<FileDiff>; isRendered: boolean };

function FileBody({ file, diff, isRendered }: FileBodyProps) {
  const { compared } = useDiffSettings();
  const cache = useQueryClient();
  if (diff.isError)
    return (
      <Notice
        tone="error"
        className="m-4"
        action={
          <Button
            onClick={() => {
              void diff.refetch();
              void cache.invalidateQueries({ queryKey: libraryKeys.skills(compared.workspace) });
            }}
          >
            Load again
          </Button>
        }
      >
        <ShownText text={diff.error.message} />
      </Notice>
    );
  if (!diff.data)
    return (
      <div className="p-4" style={{ height: lineHeight * expectedLines(file) }}>
        <Skeleton className="h-full" />
      </div>
    );
  if (isRendered) return <RenderedDiff file={diff.data} />;
  return (
    <>
      <Remarks file={diff.data} />
      {diff.data.hunks.length > 0 ? <FileLines file={diff.data} /> : null}
    </>
  );
}

const endingWords = { lf: "LF", crlf: "CRLF", cr: "CR", none: "none" } as const;
const limitWords = {
  "too-large": "It is too large to be compared line by line.",
  "too-different":
    "Parts of the two texts have so little in common that they are shown as replaced, without looking for more.",
  "too-many-lines": "It has too many changed lines to show them all: these are the first ones.",
} as const satisfies Record<NonNullable<FileDiff["limited"]>, string>;

/** A file that is new says it only when it can be run. */
function modeWords({ before, after }: FileDiff): string | null {
  if (!after || before?.executable === after.executable) return null;
  return after.executable ? "It is executable now." : "It is no longer executable.";
}

function Remarks({ file }: { file: FileDiff }) {
  const { kind, limited, endings, hunks, change } = file;
  const bySize = kind === "binary" || limited === "too-large";
  const runs = modeWords(file);
  const remarks = [
    ...(limited ? [limitWords[limited]] : []),
    ...(endings
      ? [`Line ends changed from ${endingWords[endings.before]} to ${endingWords[endings.after]}.`]
      : []),
    ...(runs === null ? [] : [runs]),
    ...(!bySize && hunks.length === 0 && !endings && runs === null
      ? [change === "renamed" ? "Renamed without a change." : "An empty file."]
      : []),
  ];
  return (
    <>
      {remarks.length > 0 ? (
        <p className="border-line border-b px-4 py-2 text-ink-2">
          <ShownText text={remarks.join(" ")} />
        </p>
      ) : null}
      {bySize ? <FileSizes file={file} /> : null}
    </>
  );
}
