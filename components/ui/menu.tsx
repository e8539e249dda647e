"use client";

import { Slot } from "radix-ui";
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from "react";
import type { MenuChoiceProps } from "./menu-parts";

export const loadMenuParts = () => import("./menu-parts");
type Parts = Awaited<ReturnType<typeof loadMenuParts>>;

/** For items, wherever their menu opens. */
export const LoadedParts = createContext<Parts | null>(null);

function useParts(): Parts {
  const parts = useContext(LoadedParts);
  if (parts === null) throw new Error("Menu items belong inside a Menu");
  return parts;
}

const openingKeys = ["Enter", " ", "ArrowDown"];

type MenuProps = {
  /** A button; it gets aria-haspopup and aria-expanded. */
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  className?: string | undefined;
};

/** What opens is loaded when its button is pointed at or focused: no page waits for its menus. */
export function Menu({ trigger, children, align = "start", side = "bottom", className }: MenuProps) {
  const [parts, setParts] = useState<Parts | null>(null);
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const id = useId();
  const prepare = () => {
    if (parts === null) void loadMenuParts().then(setParts);
  };
  const show = (next: boolean) => {
    prepare();
    setOpen(next);
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    // The focus stays free for the menu's first item.
    if (!open) event.preventDefault();
    show(!open);
  };
  const pressKey = (event: KeyboardEvent) => {
    if (!openingKeys.includes(event.key)) return;
    event.preventDefault();
    show(event.key === "ArrowDown" || !open);
  };
  return (
    <>
      <Slot.Root
        ref={anchor}
        id={`${id}-trigger`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-state={open ? "open" : "closed"}
        onPointerEnter={prepare}
        onFocus={prepare}
        onPointerDown={press}
        onKeyDown={pressKey}
      >
        {trigger}
      </Slot.Root>
      {parts ? (
        <LoadedParts value={parts}>
          <parts.MenuView {...{ open, anchor, id, align, side, className }} onOpenChange={setOpen}>
            {children}
          </parts.MenuView>
        </LoadedParts>
      ) : null}
    </>
  );
}

/** With `asChild` the only child is a Link, which then holds icon and words itself. */
export function MenuItem(props: ComponentProps<Parts["MenuItem"]>) {
  const { MenuItem: Item } = useParts();
  return <Item {...props} />;
}

/** One of a few; the chosen one carries a check. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  const { MenuChoice: Choice } = useParts();
  return <Choice {...props} />;
}

/** On or off; the menu stays open, so that several can be set. */
export function MenuCheck(props: ComponentProps<Parts["MenuCheck"]>) {
  const { MenuCheck: Check } = useParts();
  return <Check {...props} />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { MenuLabel: Label } = useParts();
  return <Label>{children}</Label>;
}

export function MenuSeparator() {
  const { MenuSeparator: Separator } = useParts();
  return <Separator />;
}
