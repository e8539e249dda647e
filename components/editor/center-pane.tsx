"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { lazy, Suspense, useState } from "react";
import { versionFileQuery, versionQuery } from "@/components/data/skill-queries";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { client } from "@/lib/api/client";
import { useEditor, useEditorState } from "./editor-context";
import { BinaryPane } from "./files/binary-pane";
import { languageOf } from "./files/file-kind";
import type { CursorPlace } from "./monaco/cursor-place";
import type { PlaceSignal } from "./monaco/place-signal";
import { PlainText } from "./monaco/plain-text";
import { TextHead } from "./monaco/text-head";
import { activeFile } from "./saving/draft-session";

const TextPane = lazy(() => import("./monaco/text-pane").then((module) => ({ default: module.TextPane })));
const MonacoDiff = dynamic(() => import("./monaco/monaco-diff").then((module) => module.MonacoDiff), {
  ssr: false,
  loading: () => <TextSkeleton />,
});

type CenterPaneProps = { cursor: CursorPlace; places: PlaceSignal };

/** The open file: its text, its changes since the last version, or what can be said of its bytes. */
export function CenterPane({ cursor, places }: CenterPaneProps) {
  const { session } = useEditor();
  const file = useEditorState(activeFile);
  const error = useEditorState((state) => (state.activeId ? state.loadErrors[state.activeId] : undefined));
  const version = useEditorState((state) => state.baseVersion);
  const baseText = useBaseText(file?.saved?.path ?? file?.path ?? null, version);
  const [comparing, setComparing] = useState<string | null>(null);
  if (file === null)
    return (
      <EmptyState inline title="No file is open">
        Choose one on the left, or make a new one.
      </EmptyState>
    );
  const isComparing = comparing === file.id && baseText !== null && file.text !== null;
  const isBinary = file.kind === "binary";
  return (
    <section
      aria-label={`Editor: ${file.path}`}
      className="flex min-h-0 flex-1 flex-col compact:h-[70vh] compact:flex-none"
    >
      <TextHead
        file={file}
        version={version}
        baseText={baseText}
        isComparing={isComparing}
        onCompare={() => setComparing(isComparing ? null : file.id)}
      />
      {error ? (
        <Notice
          tone="error"
          className="m-4"
          title={`${file.path} could not be read`}
          action={<Button onClick={() => void session.retryLoad(file.id)}>Try again</Button>}
        >
          <ShownText text={error} />
        </Notice>
      ) : null}
      {isBinary ? <BinaryPane file={file} /> : null}
      {isComparing ? (
        <MonacoDiff
          original={baseText}
          modified={file.text ?? ""}
          language={languageOf(file.path)}
          originalLabel={`${file.path} in version ${version}`}
          modifiedLabel={`${file.path} now`}
          inline
        />
      ) : null}
      <div className={isBinary || isComparing || error ? "hidden" : "flex min-h-0 flex-1 flex-col"}>
        <Suspense
          fallback={
            file.text === null ? (
              <TextSkeleton />
            ) : (
              <PlainText
                text={file.text}
                onPlace={(place) => places.request({ path: file.path, ...place })}
              />
            )
          }
        >
          <TextPane cursor={cursor} places={places} baseText={baseText} />
        </Suspense>
      </div>
    </section>
  );
}

/** The file's text in the version the draft grew from; empty when that version has no such file; null while unknown. */
function useBaseText(path: string | null, version: number | null): string | null {
  const { workspace, skill } = useEditor();
  const number = version ?? 0;
  const files = useQuery({
    ...versionQuery(client.library, workspace, skill, number),
    enabled: version !== null,
  }).data?.files;
  const inVersion = files?.find((file) => file.path === path);
  const { data } = useQuery({
    ...versionFileQuery(client.library, workspace, skill, number, path ?? ""),
    enabled: version !== null && inVersion !== undefined,
  });
  if (version === null || files === undefined || path === null) return null;
  if (inVersion === undefined) return "";
  return data?.kind === "binary" ? "" : (data?.text ?? null);
}

function TextSkeleton() {
  return (
    <div className="grid gap-2 p-4" aria-busy="true">
      <span className="sr-only">Loading the editor</span>
      {["w-16", "w-48", "w-[80%]", "w-[72%]", "w-40", "w-16"].map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fixed placeholders without identity
        <Skeleton key={line} className={width} />
      ))}
    </div>
  );
}
