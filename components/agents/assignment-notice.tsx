"use client";

import { KeyCaps } from "@/components/layout/key-caps";
import { ShownText } from "@/components/ui/shown-text";
import { TextButton } from "@/components/ui/text-link";
import type { AssignmentChange } from "./assignment-list";
import type { AssignmentNotice } from "./use-assignments";

type AssignmentNoticeLineProps = {
  notice: AssignmentNotice | null;
  undo: () => void;
  retry: (change: AssignmentChange) => void;
};

/** The line under the list: what was done and how to take it back, or why it was not done. */
export function AssignmentNoticeLine({ notice, undo, retry }: AssignmentNoticeLineProps) {
  return (
    <div
      role="status"
      className="flex min-h-row flex-wrap items-center gap-x-2 border-line border-b bg-sunken px-4 py-1 text-ink-2 empty:hidden"
    >
      {notice === null ? null : <NoticeWords notice={notice} undo={undo} retry={retry} />}
    </div>
  );
}

function NoticeWords({ notice, undo, retry }: AssignmentNoticeLineProps & { notice: AssignmentNotice }) {
  switch (notice.kind) {
    case "changed": {
      const { before, skill, after } = notice.sentence;
      return (
        <>
          <span>
            <ShownText text={before} />
            <code>
              <ShownText text={skill} />
            </code>
            <ShownText text={after} />
          </span>
          {notice.canUndo ? (
            <>
              <TextButton onClick={undo}>Undo</TextButton>
              <span aria-hidden="true">
                <KeyCaps keys="mod+z" />
              </span>
            </>
          ) : null}
        </>
      );
    }
    case "stale":
      return (
        <>
          <span>
            <ShownText text={notice.by} /> changed this agent meanwhile. The list shows it as it is now; your
            last change was not saved.
          </span>
          <TextButton onClick={() => retry(notice.change)}>Do it again</TextButton>
        </>
      );
    case "failed":
      return (
        <span className="text-danger">
          Not saved. <ShownText text={notice.message} />
        </span>
      );
  }
}
