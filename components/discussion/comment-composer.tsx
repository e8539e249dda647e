"use client";

import { TextSelect } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { KeyCaps } from "@/components/layout/key-caps";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { MentionMenu } from "./mention-menu";
import { type Mentioned, toStored, toTyped } from "./mention-text";
import { useMentions } from "./use-mentions";

/** What was written: `suggestion` is other text for the lines, empty to remove them. */
export type Written = { body: string; suggestion?: string };

type CommentComposerProps = {
  /** Names the field: "Comment on line 25". */
  label: string;
  /** Who can be mentioned. */
  people: readonly (Mentioned & { role?: string })[];
  /** What it begins with: a comment being edited, or one that could not be sent. */
  initial?: Written | undefined;
  /** The lines as they are, where other text for them can be suggested. */
  lines?: string | undefined;
  sendLabel?: string;
  onSend: (written: Written) => void;
  onCancel?: (() => void) | undefined;
  autoFocus?: boolean;
};

/** Where a comment is written. Cmd/Ctrl+Enter sends it, `@` mentions somebody, Esc closes. */
export function CommentComposer(props: CommentComposerProps) {
  const { label, people, initial, lines, sendLabel = "Comment", onSend, onCancel, autoFocus = true } = props;
  const [text, setText] = useState(() => toTyped(initial?.body ?? "", people));
  const [suggestion, setSuggestion] = useState(initial?.suggestion);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  // What has the focus is seen whole, buttons and all.
  const suggests = suggestion !== undefined;
  useEffect(() => {
    if (autoFocus || suggests) field.current?.form?.scrollIntoView?.({ block: "nearest" });
  }, [autoFocus, suggests]);
  const mentions = useMentions(people, text, setText, field);
  useEffect(() => {
    if (mentions.open) document.getElementById(listId)?.scrollIntoView?.({ block: "nearest" });
  }, [mentions.open, listId]);
  const unchanged = suggestion !== undefined && suggestion === lines;
  const reason =
    text.trim() === ""
      ? "Write something first."
      : unchanged
        ? "The suggested text is the text that stands there."
        : undefined;
  const send = () => {
    if (reason !== undefined) return;
    const body = toStored(text.trim(), people);
    onSend(suggestion === undefined ? { body } : { body, suggestion });
    setText("");
    setSuggestion(undefined);
  };
  const press = (event: KeyboardEvent) => {
    if (mentions.press(event) || event.key !== "Escape" || !onCancel) return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <form
      aria-label={markHidden(label)}
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="relative">
        <Textarea
          ref={field}
          aria-label={label}
          placeholder="Markdown, @ to mention somebody"
          rows={2}
          value={text}
          maxLength={20_000}
          autoFocus={autoFocus}
          aria-autocomplete="list"
          aria-controls={mentions.open ? listId : undefined}
          aria-activedescendant={mentions.open ? `${listId}-${mentions.active}` : undefined}
          onChange={({ target }) => {
            setText(target.value);
            mentions.look(target.value, target.selectionStart);
          }}
          onBlur={mentions.close}
          onKeyDown={press}
          className="field-sizing-content min-h-16 max-h-[40vh] resize-none"
        />
        {mentions.open ? (
          <MentionMenu
            id={listId}
            people={mentions.found}
            active={mentions.active}
            onChoose={mentions.choose}
          />
        ) : null}
      </div>
      {suggestion === undefined ? null : (
        <div className="grid gap-1">
          <span aria-hidden="true" className="text-12 text-ink-3">
            Suggested text, in place of the {lines?.includes("\n") ? "lines" : "line"}
          </span>
          <Textarea
            mono
            aria-label="Suggested text"
            rows={Math.min(8, suggestion.split("\n").length)}
            value={suggestion}
            maxLength={100_000}
            onChange={({ target }) => setSuggestion(target.value)}
            className="field-sizing-content max-h-[40vh] resize-y bg-add-bg"
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {lines === undefined ? null : suggestion === undefined ? (
          <Button size="small" variant="ghost" icon={TextSelect} onClick={() => setSuggestion(lines)}>
            Suggest a change
          </Button>
        ) : (
          <Button size="small" variant="ghost" onClick={() => setSuggestion(undefined)}>
            Remove suggestion
          </Button>
        )}
        <span className="ml-auto inline-flex items-center gap-2">
          <span aria-hidden="true" className="inline-flex items-center gap-1 narrow:hidden">
            <KeyCaps keys="mod+enter" />
          </span>
          {onCancel ? (
            <Button size="small" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
          <Button type="submit" size="small" blockedReason={reason}>
            {sendLabel}
          </Button>
        </span>
      </div>
    </form>
  );
}
