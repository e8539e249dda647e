"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { importPath } from "@/components/data/skill-paths";
import { toast } from "@/components/ui/toaster";
import type { DroppedFile } from "./read-dropped-files";
import { uploadImport } from "./upload-import";

export type UploadState =
  | { state: "idle" }
  | { state: "reading"; found: number }
  | { state: "sending"; files: number; sent: number; total: number }
  | { state: "failed"; message: string };

/** Reads what was given, reporting how many files were found so far. */
export type ReadFiles = (options: {
  signal: AbortSignal;
  onFound: (count: number) => void;
}) => Promise<{ files: readonly DroppedFile[]; unreadable: readonly string[] }>;

const idle: UploadState = { state: "idle" };

function sayUnreadable(unreadable: readonly string[]) {
  if (unreadable.length === 0) return;
  toast.warning(
    unreadable.length === 1 ? "One file could not be read." : `${unreadable.length} files could not be read.`,
    { description: unreadable.slice(0, 5).join(", "), duration: Number.POSITIVE_INFINITY },
  );
}

/** Takes files from the page to the server and then the person to the import's own page. Can be cancelled. */
export function useImportUpload(workspace: string) {
  const router = useRouter();
  const [upload, setUpload] = useState<UploadState>(idle);
  const running = useRef<AbortController | null>(null);

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setUpload(idle);
  }, []);
  useEffect(() => cancel, [cancel]);

  const start = useCallback(
    async (read: ReadFiles) => {
      if (running.current !== null) return;
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      try {
        setUpload({ state: "reading", found: 0 });
        const { files, unreadable } = await read({
          signal,
          onFound: (found) => {
            if (found % 50 === 0) setUpload({ state: "reading", found });
          },
        });
        signal.throwIfAborted();
        if (files.length === 0) {
          setUpload({ state: "failed", message: "There is no file in what you dropped." });
          return;
        }
        sayUnreadable(unreadable);
        const total = files.reduce((sum, { file }) => sum + file.size, 0);
        setUpload({ state: "sending", files: files.length, sent: 0, total });
        const id = await uploadImport(workspace, files, {
          signal,
          onProgress: (sent, all) => setUpload({ state: "sending", files: files.length, sent, total: all }),
        });
        router.push(importPath(workspace, id));
      } catch (error) {
        if (signal.aborted) return;
        setUpload({
          state: "failed",
          message: error instanceof Error ? error.message : "The upload failed.",
        });
      } finally {
        if (running.current === controller) running.current = null;
      }
    },
    [workspace, router],
  );

  return { upload, start, cancel };
}
