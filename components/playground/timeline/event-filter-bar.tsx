"use client";

import { Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId } from "react";
import { classNames } from "@/components/ui/class-names";
import { type EventKind, eventLooks } from "@/components/ui/event-line";
import { formatNumber } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { type EventFilter, hueWords } from "./event-filter";

const hues = Object.keys(hueWords) as EventKind[];

type EventFilterBarProps = {
  filter: EventFilter;
  onFilter: (filter: EventFilter) => void;
  shown: number;
  total: number;
  inputRef: RefObject<HTMLInputElement | null>;
  onClose: () => void;
};

/** Words and kinds; each kind is an icon with its word, as everywhere. Escape closes and shows everything again. */
export function EventFilterBar({ filter, onFilter, shown, total, inputRef, onClose }: EventFilterBarProps) {
  const countId = useId();
  const toggle = (hue: EventKind) =>
    onFilter({
      ...filter,
      hues: filter.hues.includes(hue) ? filter.hues.filter((other) => other !== hue) : [...filter.hues, hue],
    });
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <search aria-label="Filter events" className="flex flex-wrap items-center gap-1.5 px-4 pt-1.5">
      <Input
        ref={inputRef}
        type="search"
        icon={Search}
        aria-label="Search in events"
        aria-describedby={countId}
        placeholder="Words in any event"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        className="min-w-40 flex-1"
        value={filter.words}
        onChange={(event) => onFilter({ ...filter, words: event.target.value })}
        onKeyDown={leave}
      />
      <span id={countId} role="status" className="whitespace-nowrap text-12 text-ink-3">
        {formatNumber(shown)} of {formatNumber(total)}
      </span>
      <fieldset className="flex w-full flex-wrap gap-1">
        <legend className="sr-only">Kinds of events</legend>
        {hues.map((hue) => {
          const look = eventLooks[hue];
          const pressed = filter.hues.includes(hue);
          return (
            <button
              key={hue}
              type="button"
              aria-pressed={pressed}
              onClick={() => toggle(hue)}
              onKeyDown={leave}
              className={classNames(
                "inline-flex h-6 items-center gap-1 rounded-1 border px-1.5 text-12",
                pressed ? "border-accent bg-accent-soft text-ink" : "border-line text-ink-2 hover:bg-hover",
              )}
            >
              <Icon of={look.icon} size={13} className={look.hue} />
              {hueWords[hue]}
            </button>
          );
        })}
      </fieldset>
    </search>
  );
}
