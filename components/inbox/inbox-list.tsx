"use client";

import { Circle, CircleDot } from "lucide-react";
import Link from "next/link";
import { useRef } from "react";
import { noticePath } from "@/components/data/inbox-paths";
import { useShortcut } from "@/components/layout/keyboard";
import { useWalkKeys } from "@/components/layout/use-walk-keys";
import { IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { useReaderTimeZone } from "@/components/ui/use-is-hydrated";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Notification } from "@/lib/notifications/schema";
import { noticeIcons, sayNotice } from "./notice-words";

type InboxListProps = {
  workspace: string;
  items: readonly Notification[];
  onMark: (line: Notification, read: boolean) => void;
};

/** Lists the lines of an inbox. J and K move, Enter opens and so reads, U changes the mark. */
export function InboxList({ workspace, items, onMark }: InboxListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { focusedAt } = useWalkKeys(list, "[data-inbox-link]", "line");
  useShortcut("u", "Mark as read or unread", () => {
    const line = items[focusedAt()];
    if (line) onMark(line, line.readAt === null);
  });
  return (
    <ul ref={list} aria-label="Inbox, the newest first">
      {items.map((line) => (
        <InboxLine key={line.id} workspace={workspace} line={line} onMark={onMark} />
      ))}
    </ul>
  );
}

type InboxLineProps = Omit<InboxListProps, "items"> & { line: Notification };

function InboxLine({ workspace, line, onMark }: InboxLineProps) {
  const { notice, actor, createdAt, readAt } = line;
  const { words, detail } = sayNotice(notice, actor?.name ?? "Greenroom", useReaderTimeZone());
  const isUnread = readAt === null;
  return (
    <li className="relative flex items-start gap-3 border-line border-b px-4 py-2 focus-within:bg-accent-soft hover:bg-hover">
      <Icon
        of={noticeIcons[notice.kind]}
        size={15}
        className={classNames("mt-0.5", isUnread ? "text-ink" : "text-ink-3")}
      />
      <div className="min-w-0 flex-1">
        <Link
          href={noticePath(workspace, notice)}
          prefetch={false}
          data-inbox-link
          onClick={() => onMark(line, true)}
          className={classNames(
            "block truncate outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent-text focus-visible:after:-outline-offset-2 compact:whitespace-normal",
            isUnread ? "font-medium text-ink" : "text-ink-2",
          )}
        >
          {isUnread ? <span className="sr-only">Unread: </span> : null}
          <ShownText text={words} />
        </Link>
        {detail === "" ? null : (
          <p className="truncate text-12 text-ink-3 compact:whitespace-normal" title={markHidden(detail)}>
            <ShownText text={detail} />
          </p>
        )}
      </div>
      <RelativeTime at={createdAt} className="flex-none pt-0.5 text-12 text-ink-3" />
      <IconButton
        icon={isUnread ? CircleDot : Circle}
        size="icon-small"
        className={classNames("relative z-1", isUnread ? "text-accent-text" : "text-ink-3")}
        label={isUnread ? "Mark as read" : "Mark as unread"}
        onClick={() => onMark(line, isUnread)}
      />
    </li>
  );
}
