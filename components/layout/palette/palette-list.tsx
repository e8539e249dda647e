"use client";

import { useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Kbd } from "@/components/ui/kbd";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { KeyCaps } from "../key-caps";
import { splitAtWords } from "../match-words";
import type { PaletteEntry, PaletteGroup } from "./palette-entry";

type PaletteListProps = {
  /** An entry's id is this and its place in `entries`: `${id}-0`. */
  id: string;
  groups: readonly PaletteGroup[];
  /** All of them, in the order of the groups. */
  entries: readonly PaletteEntry[];
  query: string;
  picked: PaletteEntry | undefined;
  onPick: (entry: PaletteEntry) => void;
  onChoose: (entry: PaletteEntry) => void;
};

/** What was found, in groups. The focus stays in the field: see usePicked. */
export function PaletteList({ id, groups, entries, query, picked, onPick, onChoose }: PaletteListProps) {
  const places = new Map(entries.map((entry, at) => [entry, at]));
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      className="min-h-0 flex-1 scroll-py-2 overflow-auto pb-1.5"
    >
      {groups.map(({ label, entries: inGroup }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox.
        <div key={label} role="group" aria-label={markHidden(label)}>
          <div aria-hidden="true" className="px-4 pt-2.5 pb-1 text-12 text-ink-3">
            <ShownText text={label} />
          </div>
          {inGroup.map((entry) => (
            <Entry
              key={entry.id}
              id={`${id}-${places.get(entry)}`}
              entry={entry}
              query={query}
              isPicked={entry === picked}
              onPick={() => onPick(entry)}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type EntryProps = {
  id: string;
  entry: PaletteEntry;
  query: string;
  isPicked: boolean;
  onPick: () => void;
  onChoose: () => void;
};

function Entry({ id, entry, query, isPicked, onPick, onChoose }: EntryProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isPicked) row.current?.scrollIntoView({ block: "nearest" });
  }, [isPicked]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, see usePicked.
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isPicked}
      onPointerMove={isPicked ? undefined : onPick}
      onClick={onChoose}
      className={classNames(
        "relative mx-1.5 flex h-row cursor-pointer items-center gap-3 rounded-2 px-2.5 before:absolute before:inset-y-2 before:-left-1.5 before:w-0.5",
        isPicked ? "bg-accent-soft before:bg-accent-text" : null,
      )}
    >
      <Icon of={entry.icon} className="text-ink-3" />
      <span className={entry.mono ? "flex-none font-mono text-12" : "min-w-0 max-w-full flex-none truncate"}>
        <Marked text={entry.label} query={query} />
      </span>
      <span className="min-w-0 flex-1 truncate text-ink-3 compact:hidden">
        {entry.detail ? <Marked text={entry.detail} query={query} /> : null}
      </span>
      <span className="inline-flex flex-none items-center gap-1.5 text-12 text-ink-3">
        <ShownText text={entry.hint ?? ""} />
        {entry.shortcut ? <KeyCaps keys={entry.shortcut} /> : null}
        {isPicked ? (
          <span className="compact:hidden">
            <Kbd>Enter</Kbd>
          </span>
        ) : null}
      </span>
    </div>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  return splitAtWords(query, text).map((part) =>
    part.hit ? (
      <mark
        key={part.start}
        className="bg-transparent font-semibold text-ink underline decoration-accent-text underline-offset-3"
      >
        <ShownText text={part.text} />
      </mark>
    ) : (
      part.text
    ),
  );
}
