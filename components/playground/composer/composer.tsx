"use client";

import { Bot, Send, Square } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { KeyCaps } from "@/components/layout/key-caps";
import { useShortcut } from "@/components/layout/keyboard";
import { isSendPress, useSendKey } from "@/components/layout/send-key";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { useFocusOnArrival } from "@/components/ui/use-focus-on-arrival";
import { useOffered } from "@/components/ui/use-offered";
import { whyNotSent } from "@/lib/sessions/why-not-sent";
import { SkillMenu } from "./skill-menu";
import {
  insertSkill,
  type SkillWord,
  type SuggestedSkill,
  skillWordAt,
  suggestSkills,
} from "./skill-suggestions";

type ComposerProps = {
  agent: { name: string; href: string } | null;
  /** Stands in the place of the agent's link while it can still be chosen. */
  agentChoice?: ReactNode;
  /** What will answer, in words. */
  badge?: ReactNode;
  /** What may be different for the next message alone. */
  options?: ReactNode;
  skills: readonly SuggestedSkill[];
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  /** A run goes on: the button stops it, unless `whyNotStopped` says who may instead. */
  running: boolean;
  whyNotStopped?: string | undefined;
  onStop: () => void;
  sending: boolean;
  /** Why nothing can be sent now. */
  blockedReason?: string | undefined;
  autoFocus?: boolean;
};

/** Where a person writes. Enter sends and Shift+Enter breaks the line, or as the setting says; `/` and `@` offer skills; Esc leaves the field, then stops what runs. */
export function Composer(props: ComposerProps) {
  const { agent, agentChoice, badge, options, text, onText, running, sending, whyNotStopped } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusOnArrival(field, props.autoFocus ?? false);
  const menu = useSkillMenu(props, field);
  const listId = useId();
  const waits = running ? whyNotStopped : undefined;
  const reason = waits ?? props.blockedReason ?? whyNotSent(text);
  const send = () => {
    if (!running && !sending && reason === undefined) props.onSend();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (menu.press(event)) return;
    if (isSendPress(event)) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape") {
      // The field first: a second Esc, outside it, stops the run.
      event.preventDefault();
      event.currentTarget.blur();
    }
  };
  useShortcut("mod+enter", "Send the message", send, { inInputs: true });
  useShortcut("/", "Write a message", () => field.current?.focus());
  return (
    <form
      aria-label="Message"
      className="relative flex-none px-4 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {menu.open ? (
        <SkillMenu id={listId} skills={menu.found} active={menu.active} onChoose={menu.choose} />
      ) : null}
      <div className="rounded-3 border border-line-control bg-bg has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:shadow-[0_0_0_1px_var(--focus)]">
        <textarea
          ref={field}
          aria-label={agent ? `Message to ${agent.name}` : "Message"}
          placeholder="Write a message, / for a skill"
          value={text}
          dir="auto"
          rows={1}
          aria-autocomplete="list"
          aria-controls={menu.open ? listId : undefined}
          aria-activedescendant={menu.open ? `${listId}-${menu.active}` : undefined}
          onChange={({ target }) => {
            onText(target.value);
            menu.look(target.value, target.selectionStart);
          }}
          onClick={({ currentTarget }) => menu.look(currentTarget.value, currentTarget.selectionStart)}
          onBlur={menu.close}
          onKeyDown={press}
          className="field-sizing-content block max-h-[40vh] min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-14 outline-none"
        />
        <p role="status" className={`px-3 text-12 ${waits === undefined ? "text-warn" : "text-ink-3"}`}>
          {(text.trim() === "" && waits === undefined) || reason === undefined ? null : (
            <span className="block pb-1.5">
              <ShownText text={reason} />
            </span>
          )}
        </p>
        <div className="flex flex-wrap items-center gap-2 px-2 pb-2">
          {agentChoice ?? (agent ? <AgentLink agent={agent} /> : null)}
          {badge}
          {options}
          <span className="ml-auto inline-flex items-center gap-2">
            {running ? null : <SendKeyHint />}
            {running && waits === undefined ? (
              <Button icon={Square} shortcut="Esc" onClick={props.onStop}>
                Stop
              </Button>
            ) : (
              <Button
                type="submit"
                variant="primary"
                icon={Send}
                pending={sending}
                blockedReason={sending ? undefined : reason}
              >
                Send
              </Button>
            )}
          </span>
        </div>
      </div>
    </form>
  );
}

/** The key that sends, as the setting has it. */
function SendKeyHint() {
  const sendKey = useSendKey();
  return (
    <span aria-hidden="true" className="inline-flex items-center gap-1 narrow:hidden">
      <KeyCaps keys={sendKey} />
    </span>
  );
}

function AgentLink({ agent }: { agent: { name: string; href: string } }) {
  return (
    <Link
      href={agent.href}
      className="inline-flex h-ctl min-w-0 items-center gap-1.5 rounded-2 px-1.5 font-medium text-ink-2 hover:bg-hover hover:text-ink"
    >
      <Icon of={Bot} className="text-ink-3" />
      <span className="truncate">
        <ShownText text={agent.name} />
      </span>
    </Link>
  );
}

/** Which skills are offered for the word under the caret. */
function useSkillMenu(
  { skills, text, onText }: Pick<ComposerProps, "skills" | "text" | "onText">,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const [word, setWord] = useState<SkillWord | null>(null);
  const found = word ? suggestSkills(skills, word.query) : [];
  const close = () => setWord(null);
  const choose = ({ name }: SuggestedSkill) => {
    if (!word) return;
    const inserted = insertSkill(text, word, name);
    // At once: what is typed in the same moment belongs behind the name, not at the end of the old text.
    flushSync(() => {
      onText(inserted.text);
      close();
    });
    field.current?.focus();
    field.current?.setSelectionRange(inserted.caret, inserted.caret);
  };
  const { startOver, ...offered } = useOffered(found, { choose, close });
  const look = (value: string, caret: number) => {
    setWord(skillWordAt(value, caret));
    startOver();
  };
  return { ...offered, look };
}
