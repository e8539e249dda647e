"use client";

import type { ReactNode } from "react";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { classNames } from "./class-names";

type OfferedListProps<Item> = {
  /** An entry's id is this and its place: `${id}-0`. */
  id: string;
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  active: number;
  onChoose: (item: Item) => void;
  /** Where it stands, and how large it may be. */
  className: string;
  children: (item: Item) => ReactNode;
};

/** Entries offered for the word being typed. The focus stays in the text: see useOffered. */
export function OfferedList<Item>({
  id,
  label,
  items,
  keyOf,
  active,
  onChoose,
  className,
  children,
}: OfferedListProps<Item>) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={markHidden(label)}
      tabIndex={-1}
      className={classNames(
        "absolute overflow-y-auto rounded-3 border border-line-strong bg-overlay p-1 shadow-overlay",
        className,
      )}
    >
      {items.map((item, at) => (
        <div
          key={keyOf(item)}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          ref={(option) => {
            if (at === active) option?.scrollIntoView({ block: "nearest" });
          }}
          // The press, not the click: the text must not lose the focus before.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(item);
          }}
          className={classNames(
            "flex min-h-8 cursor-default items-center gap-2 rounded-2 px-2",
            at === active ? "bg-hover" : null,
          )}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}
