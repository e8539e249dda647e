"use client";

import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import type { UnsavedWork } from "./unsaved-work";

type RestoreBannerProps = {
  work: UnsavedWork;
  revision: number;
  onRestore: () => void;
  onDiscard: () => void;
};

/** Unsaved work of an earlier visit: the person says whether it comes back. */
export function RestoreBanner({ work, revision, onRestore, onDiscard }: RestoreBannerProps) {
  const count = work.files.length + work.deleted.length;
  return (
    <Notice
      className="m-2"
      title={`Unsaved changes to ${formatCount(count, "file")} were kept`}
      action={
        <span className="flex gap-2">
          <Button onClick={onDiscard}>Discard</Button>
          <Button variant="primary" onClick={onRestore}>
            Restore
          </Button>
        </span>
      }
    >
      Kept <RelativeTime at={new Date(work.keptAt)} ago />
      {work.revision === revision
        ? "."
        : `, on revision ${work.revision}; the draft is at ${revision} now. What differs is shown before it is saved.`}{" "}
      <ShownText text={[...work.files, ...work.deleted].map((file) => file.path).join(", ")} />
    </Notice>
  );
}
