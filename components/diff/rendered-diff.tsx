"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { packageDiffQuery } from "@/components/data/diff-queries";
import { draftFileQuery, versionFileQuery } from "@/components/data/skill-queries";
import { Markdown } from "@/components/ui/markdown";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { client } from "@/lib/api/client";
import type { DiffSide, FileDiff } from "@/lib/library/diffs/diff-schema";
import { bodyOf, comparedWith } from "./compare-trees";
import { useDiffSettings } from "./diff-context";

const marks = [
  "[&_.came]:rounded-[2px] [&_.came]:bg-add-word [&_.came]:no-underline",
  "[&_.went]:rounded-[2px] [&_.went]:bg-del-word [&_.went]:line-through [&_.went+.came]:ml-0.5",
  "[&_.whole]:block [&_.came.whole]:border-add-ink [&_.came.whole]:bg-add-bg [&_.went.whole]:border-del-ink [&_.went.whole]:bg-del-bg [&_.whole]:border-l-2 [&_.whole]:px-2 [&_.whole]:py-1",
].join(" ");

/** A document as it reads, with what came and what went marked in it. */
export function RenderedDiff({ file }: { file: FileDiff }) {
  const { compared } = useDiffSettings();
  const facts = useQuery(packageDiffQuery(client.library, compared)).data;
  const before = useText(facts?.from, file.oldPath ?? file.path, file.before?.sha256);
  const after = useText(facts?.to, file.path, file.after?.sha256);
  const plugins = useMemo(() => comparedWith(bodyOf(before.text ?? "")), [before.text]);
  const error = before.error ?? after.error;
  if (error)
    return (
      <Notice tone="error" className="m-4">
        <ShownText text={error.message} />
      </Notice>
    );
  if (before.text === undefined || after.text === undefined)
    return (
      <div className="h-24 p-4">
        <Skeleton className="h-full" />
      </div>
    );
  return (
    <div className="max-w-[76ch] px-4 py-3">
      <Markdown text={bodyOf(after.text)} headingLevel={4} plugins={plugins} className={marks} />
    </div>
  );
}

/** The text of a file on one side; empty where it is not there. */
function useText(side: DiffSide | undefined, path: string, sha256: string | undefined) {
  const { workspace, skill } = useDiffSettings().compared;
  const isThere = side !== undefined && sha256 !== undefined;
  const version = useQuery({
    ...versionFileQuery(client.library, workspace, skill, side?.number ?? 0, path),
    enabled: isThere && side.kind === "version",
  });
  const draft = useQuery({
    ...draftFileQuery(client.library, workspace, skill, { path, sha256: sha256 ?? "" }),
    enabled: isThere && side.kind === "draft",
  });
  if (side && sha256 === undefined) return { text: "", error: null };
  const answer = side?.kind === "draft" ? draft : version;
  return { text: answer.data?.text, error: answer.error };
}
