"use client";

import { Upload } from "lucide-react";
import dynamic from "next/dynamic";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Icon } from "@/components/ui/icon";
import { chosenFiles, entriesOf, readDroppedFiles } from "./read-dropped-files";
import { type ReadFiles, useImportUpload } from "./use-import-upload";

const UploadDialog = dynamic(() => import("./upload-dialog").then((module) => module.UploadDialog), {
  ssr: false,
});

type ImportInput = { chooseFiles: () => void; chooseFolder: () => void };

const Input = createContext<ImportInput | null>(null);

/** Opens the browser's file or folder chooser. Only inside ImportDrop. */
export function useImportInput(): ImportInput {
  const input = useContext(Input);
  if (input === null) throw new Error("useImportInput needs ImportDrop around it");
  return input;
}

/** Not in React's types: the field takes a folder with everything in it. */
const wholeFolder = { webkitdirectory: "" };
const archives = ".zip,.skill,.tar,.tar.gz,.tgz,.gz";

/** Takes files and folders dropped anywhere on the page, and what is chosen in its two hidden fields. */
export function ImportDrop({ workspace, children }: { workspace: string; children: ReactNode }) {
  const { upload, start, cancel } = useImportUpload(workspace);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const isOver = useDropOnWindow(start);
  const input = useMemo<ImportInput>(
    () => ({ chooseFiles: () => files.current?.click(), chooseFolder: () => folder.current?.click() }),
    [],
  );
  const take = useCallback(
    (field: HTMLInputElement) => {
      const chosen = chosenFiles(field.files ?? []);
      field.value = "";
      if (chosen.length > 0) void start(async () => ({ files: chosen, unreadable: [] }));
    },
    [start],
  );
  useEffect(() => {
    // What was given before the page was taken over told nobody.
    for (const field of [files.current, folder.current]) if (field?.files?.length) take(field);
  }, [take]);
  return (
    <Input value={input}>
      {children}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={archives}
        aria-label="Archives to import"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        {...wholeFolder}
        aria-label="Folder to import"
        onChange={(event) => take(event.currentTarget)}
      />
      {isOver ? <DropOverlay /> : null}
      <UploadDialog upload={upload} onCancel={cancel} />
    </Input>
  );
}

function DropOverlay() {
  return (
    <div className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-scrim p-6">
      <div className="flex items-center gap-3 rounded-3 border border-focus border-dashed bg-overlay px-6 py-5 shadow-overlay">
        <Icon of={Upload} size={20} className="text-accent-text" />
        <div>
          <p className="font-medium text-14">Drop to look inside</p>
          <p className="text-ink-2">You see what was found, with its findings, before anything is stored.</p>
        </div>
      </div>
    </div>
  );
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/** Listens on the whole window; answers whether files hover over it now. */
function useDropOnWindow(start: (read: ReadFiles) => Promise<void>): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    // Entering a child comes before leaving its parent: only the count tells when the pointer is really gone.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setIsOver(true);
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (event.dataTransfer === null || !hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      const { entries, files } = entriesOf(event.dataTransfer);
      void start(async (options) => {
        const read = await readDroppedFiles(entries, options);
        return { files: [...read.files, ...chosenFiles(files)], unreadable: read.unreadable };
      });
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("dragenter", enter, { signal });
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", drop, { signal });
    return () => listening.abort();
  }, [start]);
  return isOver;
}
