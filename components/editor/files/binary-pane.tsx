"use client";

import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { rawFileUrl } from "@/components/data/skill-queries";
import { Button } from "@/components/ui/button";
import { formatBytes } from "@/components/ui/format";
import { Facts } from "@/components/ui/section";
import { useEditor } from "../editor-context";
import type { WorkingFile } from "../saving/draft-state";
import { safeImageType } from "./file-kind";
import { fromBase64 } from "./read-upload";
import { sizeOf } from "./size-of";

/** A file that is not text: an image is shown, anything else is described. Nothing in it can run. */
export function BinaryPane({ file }: { file: WorkingFile }) {
  const { workspace, skill } = useEditor();
  const image = useSafeImage(file);
  return (
    <div className="min-h-0 flex-1 overflow-auto p-4">
      {image ? (
        // biome-ignore lint/performance/noImgElement: a blob of this page, nothing to optimise
        <img
          src={image}
          alt={file.path}
          className="mb-4 max-h-[60vh] max-w-full rounded-2 border border-line object-contain"
        />
      ) : (
        <p className="mb-4 text-ink-2">This file is not text, so it is not shown here.</p>
      )}
      <div className="max-w-[420px]">
        <Facts
          items={[
            ["Size", formatBytes(sizeOf(file))],
            [
              "SHA-256",
              <code key="hash">{file.upload ? "known after saving" : (file.saved?.sha256 ?? "")}</code>,
            ],
          ]}
        />
      </div>
      {file.saved && !file.upload ? (
        <Button
          icon={Download}
          className="mt-4"
          onClick={() => window.location.assign(rawFileUrl(workspace, skill, file.saved?.path ?? file.path))}
        >
          Download
        </Button>
      ) : null}
    </div>
  );
}

/** A blob URL of the type its name stands for, never of the type its bytes claim; null when it must not be shown. */
function useSafeImage(file: WorkingFile): string | null {
  const { session } = useEditor();
  const [url, setUrl] = useState<string | null>(null);
  const type = safeImageType(file.path);
  const { upload, saved } = file;
  useEffect(() => {
    if (type === null) return;
    let shown: string | null = null;
    let isGone = false;
    const show = (part: BlobPart) => {
      if (isGone) return;
      shown = URL.createObjectURL(new Blob([part], { type }));
      setUrl(shown);
    };
    if (upload) show(fromBase64(upload.base64));
    else if (saved) session.api.bytes(saved.path).then(show, () => setUrl(null));
    return () => {
      isGone = true;
      setUrl(null);
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [session, type, upload, saved]);
  return url;
}
