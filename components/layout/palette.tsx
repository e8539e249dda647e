"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { dialogScrim } from "@/components/ui/dialog-frame";
import { useFocusReturn } from "@/components/ui/focus-return";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Kbd } from "@/components/ui/kbd";
import { useWorkspace } from "./current-workspace";
import { KeyCaps } from "./key-caps";
import { splitAtWords } from "./matches";
import { type PaletteEntry, usePaletteGroups } from "./palette-entries";

const focusReturnMs = 20;

type PaletteProps = { onClose: () => void };

/** Skills, agents, conversations and actions, by typing. Filtering is the server's, so it finds what is not loaded. */
export function Palette({ onClose }: PaletteProps) {
  const focusReturn = useFocusReturn(true);
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? null : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogScrim} />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed top-28 left-1/2 z-50 w-160 max-w-[calc(100vw-32px)] -translate-x-1/2 overflow-hidden rounded-3 border border-line-strong bg-overlay shadow-overlay outline-none compact:top-2"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <PaletteBody onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ onClose }: PaletteProps) {
  const [query, setQuery] = useState("");
  const { name } = useWorkspace();
  const { groups, isSearching } = usePaletteGroups(query);
  const count = groups.reduce((sum, group) => sum + group.entries.length, 0);
  const choose = (entry: PaletteEntry) => {
    onClose();
    // The focus goes back first, so that a dialog that opens now knows where it came from.
    setTimeout(entry.run, focusReturnMs);
  };
  return (
    <Command shouldFilter={false} loop label="Search and commands" className="flex max-h-[70vh] flex-col">
      <div className="flex h-12 flex-none items-center gap-3 border-line border-b px-4">
        <Icon of={Search} className="text-ink-3" />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Search skills, agents, conversations and actions"
          className="h-full min-w-0 flex-1 bg-transparent text-14 outline-none"
        />
        <Kbd>Esc</Kbd>
      </div>
      <Command.List className="min-h-0 flex-1 scroll-py-2 overflow-auto pb-1.5">
        {count === 0 && !isSearching ? (
          <Command.Empty className="px-4 py-8 text-center text-ink-2">
            Nothing in {name} matches “{query}”.
          </Command.Empty>
        ) : null}
        {groups.map((group) => (
          <Command.Group
            key={group.label}
            heading={group.label}
            className="[&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-ink-3"
          >
            {group.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} query={query} onChoose={() => choose(entry)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <div className="flex h-row flex-none items-center gap-4 border-line border-t bg-sunken px-4 text-12 text-ink-3">
        <span className="inline-flex items-center gap-1 compact:hidden">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd>move
        </span>
        <span className="inline-flex items-center gap-1 compact:hidden">
          <Kbd>Enter</Kbd>open
        </span>
        <span role="status" className="ml-auto truncate">
          {isSearching ? "Searching" : `${formatCount(count, "result")} in ${name}`}
        </span>
      </div>
    </Command>
  );
}

type EntryProps = { entry: PaletteEntry; query: string; onChoose: () => void };

function Entry({ entry, query, onChoose }: EntryProps) {
  return (
    <Command.Item
      value={entry.id}
      onSelect={onChoose}
      className="group/entry relative mx-1.5 flex h-row cursor-pointer items-center gap-3 rounded-2 px-2.5 before:absolute before:inset-y-2 before:-left-1.5 before:w-0.5 data-[selected=true]:bg-accent-soft data-[selected=true]:before:bg-accent-text"
    >
      <Icon of={entry.icon} className="text-ink-3" />
      <span className={entry.mono ? "flex-none font-mono text-12" : "min-w-0 max-w-full flex-none truncate"}>
        <Marked text={entry.label} query={query} />
      </span>
      <span className="min-w-0 flex-1 truncate text-ink-3 compact:hidden">
        {entry.detail ? <Marked text={entry.detail} query={query} /> : null}
      </span>
      <span className="inline-flex flex-none items-center gap-1.5 text-12 text-ink-3">
        {entry.hint}
        {entry.shortcut ? <KeyCaps keys={entry.shortcut} /> : null}
        <span className="hidden group-data-[selected=true]/entry:inline-flex compact:hidden!">
          <Kbd>Enter</Kbd>
        </span>
      </span>
    </Command.Item>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  return splitAtWords(query, text).map((part) =>
    part.hit ? (
      <mark
        key={part.start}
        className="bg-transparent font-semibold text-ink underline decoration-accent-text underline-offset-3"
      >
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
