"use client";

import { useSession } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Draft } from "@/lib/library/drafts/draft-schema";

/** Somebody saved a file that has unsaved changes here. */
export function NewerNotice({ newer, onCompare }: { newer: Draft; onCompare: () => void }) {
  const { user } = useSession();
  const who = newer.updatedBy.id === user.id ? "You" : newer.updatedBy.name;
  return (
    <Notice
      tone="warning"
      className="m-2"
      title={`${who} saved revision ${newer.revision}${who === "You" ? " in another tab" : " while you were editing"}`}
      action={<Button onClick={onCompare}>Compare both texts</Button>}
    >
      <RelativeTime at={newer.updatedAt} ago />. Your text is not saved yet and stays as it is.
    </Notice>
  );
}
