"use client";

import { TextSelect } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
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
  const suggests = suggestion !== undefined;
  const mentions = useMentions(people, text, setText, field);
  useSeenWhole(field, { autoFocus, suggests, menuId: mentions.open ? listId : null });
  const reason = whyNotWritten(text, suggestion, lines);
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
        <SuggestionField lines={lines} suggestion={suggestion} onSuggestion={setSuggestion} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {lines === undefined ? null : (
          <SuggestionSwitch
            isOn={suggests}
            onSwitch={(suggested) => setSuggestion(suggested ? lines : undefined)}
          />
        )}
        <SendButtons label={sendLabel} blockedReason={reason} onCancel={onCancel} />
      </div>
    </form>
  );
}

type Shown = { autoFocus: boolean; suggests: boolean; menuId: string | null };

/** What has the focus is scrolled into sight, buttons and all, and so is a menu that opens. */
function useSeenWhole(
  field: RefObject<HTMLTextAreaElement | null>,
  { autoFocus, suggests, menuId }: Shown,
): void {
  useEffect(() => {
    if (autoFocus || suggests) field.current?.form?.scrollIntoView?.({ block: "nearest" });
  }, [field, autoFocus, suggests]);
  useEffect(() => {
    if (menuId !== null) document.getElementById(menuId)?.scrollIntoView?.({ block: "nearest" });
  }, [menuId]);
}

function whyNotWritten(
  text: string,
  suggestion: string | undefined,
  lines: string | undefined,
): string | undefined {
  if (text.trim() === "") return "Write something first.";
  const isUnchanged = suggestion !== undefined && suggestion === lines;
  return isUnchanged ? "The suggested text is the text that stands there." : undefined;
}

type SendButtonsProps = {
  label: string;
  blockedReason: string | undefined;
  onCancel: (() => void) | undefined;
};

function SendButtons({ label, blockedReason, onCancel }: SendButtonsProps) {
  return (
    <span className="ml-auto inline-flex items-center gap-2">
      <span aria-hidden="true" className="inline-flex items-center gap-1 narrow:hidden">
        <KeyCaps keys="mod+enter" />
      </span>
      {onCancel ? (
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
      <Button type="submit" size="small" blockedReason={blockedReason}>
        {label}
      </Button>
    </span>
  );
}

type SuggestionFieldProps = {
  lines: string | undefined;
  suggestion: string;
  onSuggestion: (suggestion: string) => void;
};

function SuggestionField({ lines, suggestion, onSuggestion }: SuggestionFieldProps) {
  return (
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
        onChange={({ target }) => onSuggestion(target.value)}
        className="field-sizing-content max-h-[40vh] resize-y bg-add-bg"
      />
    </div>
  );
}

function SuggestionSwitch({ isOn, onSwitch }: { isOn: boolean; onSwitch: (isOn: boolean) => void }) {
  return isOn ? (
    <Button size="small" variant="ghost" onClick={() => onSwitch(false)}>
      Remove suggestion
    </Button>
  ) : (
    <Button size="small" variant="ghost" icon={TextSelect} onClick={() => onSwitch(true)}>
      Suggest a change
    </Button>
  );
}
