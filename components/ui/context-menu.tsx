"use client";

import { type MouseEvent, type ReactNode, useId, useRef, useState } from "react";
import { LoadedParts, loadMenuParts } from "./menu";
import { ShownText } from "./shown-text";

type Parts = Awaited<ReturnType<typeof loadMenuParts>>;

type ContextMenuProps = {
  /** Names the menu. */
  label: string;
  /** They are MenuItems. */
  items: ReactNode;
  /** Whether there is anything to offer where the pointer is; the platform's own menu opens otherwise. */
  onAim: (at: Element) => boolean;
  className?: string;
  children: ReactNode;
};

/** What the second button of the pointer opens, or Shift+F10. Never the only way to what it offers. Loaded when it opens. */
export function ContextMenu({ label, items, onAim, className, children }: ContextMenuProps) {
  const [parts, setParts] = useState<Parts | null>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const origin = useRef<HTMLElement>(null);
  const id = useId();
  const open = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !onAim(event.target)) return;
    event.preventDefault();
    origin.current = event.target.closest<HTMLElement>("[tabindex]");
    setPlace({ left: event.clientX, top: event.clientY });
    if (parts === null) void loadMenuParts().then(setParts);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what it opens is offered by buttons and keys too
    <div onContextMenu={open} className={className}>
      {children}
      {/* Where the menu stands; the focus that comes back to it goes on to the row. */}
      <span
        ref={anchor}
        id={`${id}-place`}
        aria-hidden="true"
        tabIndex={-1}
        onFocus={() => origin.current?.focus()}
        style={place ?? { left: 0, top: 0 }}
        className="pointer-events-none fixed size-0 overflow-hidden"
      >
        <ShownText text={label} />
      </span>
      {parts ? (
        <LoadedParts value={parts}>
          <parts.MenuView
            {...{ anchor, id, align: "start", side: "bottom", className: undefined }}
            open={place !== null}
            onOpenChange={(next) => next || setPlace(null)}
          >
            {items}
          </parts.MenuView>
        </LoadedParts>
      ) : null}
    </div>
  );
}
