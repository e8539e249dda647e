"use client";

import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import type { Comment, Thread } from "@/lib/discussion/schema";
import { CommentBody } from "./comment-body";
import { CommentComposer } from "./comment-composer";
import type { Mentioned } from "./mention-text";
import { SuggestedText } from "./suggested-text";
import { isPending, type ThreadCommands } from "./thread-commands";
import { remarkWords } from "./thread-words";

export type CommentContext = {
  viewerId: string;
  people: readonly (Mentioned & { role?: string })[];
  commands: ThreadCommands;
  /** Why the viewer cannot write here. */
  blocked: string | undefined;
  /** Why the viewer cannot change the draft. */
  applyBlocked: string | undefined;
};

type ThreadCommentProps = CommentContext & { thread: Thread; comment: Comment; isFirst: boolean };

/** One comment: who, when, what; its author edits and deletes it. */
export function ThreadComment(props: ThreadCommentProps) {
  const { thread, comment, isFirst, viewerId, people, commands, blocked, applyBlocked } = props;
  const { author, suggestion } = comment;
  const [editing, setEditing] = useState(false);
  const isMine = author.id === viewerId && blocked === undefined && !isPending(comment);
  const known = [...people, ...comment.mentions.filter(({ id }) => !people.some((one) => one.id === id))];
  return (
    <article
      aria-label={`Comment by ${author.name}`}
      aria-busy={isPending(comment) || undefined}
      className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-2 py-1.5"
    >
      <Avatar name={author.name} />
      <div className="min-w-0">
        <div className="flex min-h-5 items-center gap-1">
          <p className="min-w-0 text-12 text-ink-3">
            <b className="font-medium text-13 text-ink">
              <ShownText text={author.name} />
            </b>{" "}
            <RelativeTime at={comment.createdAt} ago />
            <ShownText text={remarkWords(thread.place, suggestion?.text ?? null, isFirst)} />
            {comment.editedAt ? ", edited" : ""}
          </p>
          {isMine ? (
            <OwnActions
              onEdit={() => setEditing(true)}
              onDelete={() => commands.remove(thread, comment)}
              isOnly={thread.comments.length === 1}
            />
          ) : null}
        </div>
        {editing ? (
          <CommentComposer
            label="Edit the comment"
            people={known}
            initial={{ body: comment.body }}
            sendLabel="Save"
            onSend={({ body }) => {
              setEditing(false);
              commands.edit(thread, comment, body).catch(() => setEditing(true));
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <CommentBody body={comment.body} mentions={comment.mentions} />
        )}
        {suggestion ? (
          <SuggestedText
            suggestion={suggestion}
            blockedReason={applyBlocked}
            onApply={
              commands.apply && !isPending(comment) ? async () => commands.apply?.(thread, comment) : null
            }
          />
        ) : null}
      </div>
    </article>
  );
}

type OwnActionsProps = { onEdit: () => void; onDelete: () => Promise<unknown>; isOnly: boolean };

function OwnActions({ onEdit, onDelete, isOnly }: OwnActionsProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label="Your comment" size="icon-small" className="-my-0.5" />}
      >
        <MenuItem icon={Pencil} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setAsking(true)}>
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete this comment?"
        description={
          isOnly
            ? "The thread goes with it. This cannot be undone."
            : "This cannot be undone. The thread stays."
        }
        confirmLabel="Delete comment"
        danger
        onConfirm={onDelete}
      />
    </>
  );
}
