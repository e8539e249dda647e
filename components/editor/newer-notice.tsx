"use client";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Draft } from "@/lib/library/schema";

/** Somebody saved a file that has unsaved changes here. */
export function NewerNotice({ newer, onCompare }: { newer: Draft; onCompare: () => void }) {
  return (
    <Notice
      tone="warning"
      className="m-2"
      title={`${newer.updatedBy.name} saved revision ${newer.revision} while you were editing`}
      action={<Button onClick={onCompare}>Compare both texts</Button>}
    >
      <RelativeTime at={newer.updatedAt} ago />. Your text is not saved yet and stays as it is.
    </Notice>
  );
}
