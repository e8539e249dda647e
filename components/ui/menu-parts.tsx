"use client";

import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
} from "react";
import { classNames } from "./class-names";
import { Icon, type LucideIcon } from "./icon";
import { Kbd } from "./kbd";
import { landmarkOf } from "./landmark-of";
import { ShownText } from "./shown-text";

const row =
  "flex min-h-8 w-full cursor-default select-none items-center gap-2 rounded-2 px-2 text-ink outline-none data-[highlighted]:bg-hover data-[disabled]:text-ink-3 [&_svg]:text-ink-3";

type MenuViewProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button it belongs to: named by it, placed at it; the focus goes back there. */
  anchor: RefObject<HTMLElement | null>;
  id: string;
  children: ReactNode;
  align: "start" | "center" | "end";
  side: "top" | "right" | "bottom" | "left";
  className?: string | undefined;
};

/**
 * Hands Radix the button that is on the page already. A trigger of its own would come with the page and bring all of
 * this along; put in later, it would be another button, without the focus of the first.
 */
function ButtonOnPage({
  anchor,
  ref,
}: {
  anchor: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement | null>;
}) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => anchor.current);
  return null;
}

/** What opens. Menu is its only user. */
export function MenuView({
  open,
  onOpenChange,
  anchor,
  id,
  children,
  align,
  side,
  className,
}: MenuViewProps) {
  const leftForElsewhere = useRef(false);
  const returnFocus = (event: Event) => {
    event.preventDefault();
    // A dialog that an item opened may have taken it already, into its first field.
    const isTaken = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
    if (!leftForElsewhere.current && !isTaken) anchor.current?.focus();
    leftForElsewhere.current = false;
  };
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <ButtonOnPage anchor={anchor} />
      </Radix.Trigger>
      {open ? (
        <Radix.Portal container={landmarkOf(anchor.current)}>
          <Radix.Content
            id={id}
            aria-labelledby={anchor.current?.id}
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={returnFocus}
            onInteractOutside={() => {
              leftForElsewhere.current = true;
            }}
            className={classNames(
              "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-auto whitespace-normal rounded-3 border border-line-strong bg-overlay p-1 text-left font-normal text-13 shadow-overlay outline-none",
              className,
            )}
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      ) : null}
    </Radix.Root>
  );
}

export type MenuItemProps = ComponentProps<typeof Radix.Item> & {
  icon?: LucideIcon | undefined;
  shortcut?: string | undefined;
  danger?: boolean;
  /** Why it cannot be chosen now; shown under the words. */
  blockedReason?: string | undefined;
};

/** With `asChild` the only child is a Link, which then holds icon and words itself. */
export function MenuItem({
  icon,
  shortcut,
  danger = false,
  blockedReason,
  className,
  children,
  ...rest
}: MenuItemProps) {
  const classes = classNames(row, danger && "text-danger [&_svg]:text-danger", className);
  if (rest.asChild) {
    return (
      <Radix.Item {...rest} className={classes}>
        {children}
      </Radix.Item>
    );
  }
  const blocked = blockedReason !== undefined;
  const { onSelect, ...others } = rest;
  return (
    <Radix.Item
      {...others}
      aria-disabled={blocked || undefined}
      onSelect={(event) => (blocked ? event.preventDefault() : onSelect?.(event))}
      className={classNames(classes, blocked && "py-1 text-ink-3 [&_svg]:text-ink-3")}
    >
      {icon ? <Icon of={icon} /> : null}
      <span className="min-w-0 flex-1">
        {children}
        {blocked ? <span className="block max-w-64 text-12">{blockedReason}</span> : null}
      </span>
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </Radix.Item>
  );
}

export type MenuChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode }[];
};

/** One of a few; the chosen one carries a check. */
export function MenuChoice<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: MenuChoiceProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={choose}>
      <MenuLabel>
        <ShownText text={label} />
      </MenuLabel>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={row}>
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          <Radix.ItemIndicator>
            <Icon of={Check} size={14} />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

type MenuCheckProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  children: ReactNode;
};

/** On or off; the menu stays open, so that several can be set. */
export function MenuCheck({ checked, onCheckedChange, children }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
      className={row}
    >
      <span className="grid size-4 flex-none place-items-center">
        <Radix.ItemIndicator>
          <Icon of={Check} size={14} />
        </Radix.ItemIndicator>
      </span>
      <span className="min-w-0 flex-1">{children}</span>
    </Radix.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-12 text-ink-3">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
