"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { ShownText } from "@/components/ui/shown-text";
import type { UploadState } from "./use-import-upload";

type UploadDialogProps = { upload: UploadState; onCancel: () => void };

/** What happens between the drop and the import's page: counted, and it can be stopped. */
export function UploadDialog({ upload, onCancel }: UploadDialogProps) {
  return (
    <Dialog
      open={upload.state !== "idle"}
      onOpenChange={onCancel}
      size="small"
      title={upload.state === "failed" ? "Nothing was imported" : "Import"}
      footer={<Button onClick={onCancel}>{upload.state === "failed" ? "Close" : "Cancel"}</Button>}
    >
      <UploadProgress upload={upload} />
    </Dialog>
  );
}

const kilobytes = (bytes: number) => Math.ceil(bytes / 1024);

function UploadProgress({ upload }: { upload: UploadState }) {
  switch (upload.state) {
    case "idle":
      return null;
    case "reading":
      return <Progress label="Looking for files" done={upload.found} total={null} />;
    case "sending":
      return (
        <div className="grid gap-2">
          <Progress
            label={`Sending ${formatCount(upload.files, "file")}, in KB`}
            done={kilobytes(upload.sent)}
            total={kilobytes(upload.total)}
          />
          <p role="status" className="text-12 text-ink-3">
            {upload.sent >= upload.total && upload.total > 0 ? "Sent. The server is opening it." : null}
          </p>
        </div>
      );
    case "failed":
      return (
        <Notice tone="error" title="The upload did not work">
          <ShownText text={upload.message} />
        </Notice>
      );
  }
}
