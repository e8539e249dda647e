"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { draftFileQuery, rawFileUrl, versionFileQuery } from "@/components/data/skill-queries";
import { languageOf, safeImageType } from "@/components/editor/files/file-kind";
import { Button, IconButton } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Digest } from "@/components/ui/copy-button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatBytes } from "@/components/ui/format";
import { LaterMarkdown } from "@/components/ui/later-markdown";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { client } from "@/lib/api/client";
import type { ListedFile } from "@/lib/library/package-schema";

type FileViewProps = { workspace: string; skill: string; file: ListedFile; version: number | null };

/** One file, read-only: documents rendered or as written, other text as written, images shown, bytes described. */
export function FileView({ workspace, skill, file, version }: FileViewProps) {
  const [isRendered, setRendered] = useState(true);
  const isDocument = languageOf(file.path) === "markdown";
  const rawUrl = rawFileUrl(workspace, skill, file.path, version ?? undefined);
  return (
    <section aria-label={file.path} className="flex min-h-0 min-w-0 flex-col">
      <div className="flex h-10 flex-none items-center gap-2 border-line border-b pr-1.5 pl-4">
        <h2 className="min-w-0 truncate font-mono font-normal text-12">
          <ShownText text={file.path} />
        </h2>
        <span
          className="flex-none text-12 text-ink-3"
          title={file.executable ? "Its owner may run it. That is no part of the digest." : undefined}
        >
          {formatBytes(file.size)}
          {file.executable ? ", executable" : ""}
        </span>
        <Digest digest={file.sha256} />
        <span className="flex-1" />
        {isDocument ? (
          <Button variant="ghost" onClick={() => setRendered(!isRendered)}>
            {isRendered ? "As written" : "Rendered"}
          </Button>
        ) : null}
        <IconButton
          icon={Download}
          label={`Download ${file.path}`}
          onClick={() => window.location.assign(rawUrl)}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-auto p-4">
        <FileContent
          workspace={workspace}
          skill={skill}
          file={file}
          version={version}
          rendered={isDocument && isRendered}
        />
      </div>
    </section>
  );
}

/** Whether it is text its bytes say, not the list's guess. */
function FileContent({ workspace, skill, file, version, rendered }: FileViewProps & { rendered: boolean }) {
  const inDraft = useQuery({
    ...draftFileQuery(client.library, workspace, skill, file),
    enabled: version === null,
  });
  const inVersion = useQuery({
    ...versionFileQuery(client.library, workspace, skill, version ?? 0, file.path),
    enabled: version !== null,
  });
  const { data, error, isPending } = version === null ? inDraft : inVersion;
  if (error) return <ErrorNotice error={error} />;
  if (isPending) return <Skeleton className="h-40" />;
  if (data.kind === "binary")
    return (
      <BinaryView path={file.path} url={rawFileUrl(workspace, skill, file.path, version ?? undefined)} />
    );
  if (data.text === undefined)
    return <p className="text-ink-2">The file is too large to show here. Download it instead.</p>;
  if (data.text === "") return <p className="text-ink-3">The file is empty.</p>;
  return rendered ? (
    <LaterMarkdown text={data.text} className="max-w-[760px]" />
  ) : (
    <CodeBlock text={data.text} label={`the text of ${file.path}`} />
  );
}

/** An image of a type that cannot run anything is shown from a blob; everything else is only described. */
function BinaryView({ path, url }: { path: string; url: string }) {
  const type = safeImageType(path);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (type === null) return;
    let blobUrl: string | null = null;
    let isGone = false;
    fetch(url)
      .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(new Error("not found"))))
      .then(
        (bytes) => {
          if (isGone) return;
          blobUrl = URL.createObjectURL(new Blob([bytes], { type }));
          setShown(blobUrl);
        },
        () => setShown(null),
      );
    return () => {
      isGone = true;
      if (blobUrl) URL.revokeObjectURL(blobUrl);
    };
  }, [type, url]);
  if (shown)
    return (
      // biome-ignore lint/performance/noImgElement: a blob of this page, nothing to optimise
      <img
        src={shown}
        alt={path}
        className="max-h-[60vh] max-w-full rounded-2 border border-line object-contain"
      />
    );
  return <p className="text-ink-2">This file is not text. Download it to look at it.</p>;
}
