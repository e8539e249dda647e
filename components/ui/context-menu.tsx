"use client";

import { ContextMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { classNames } from "./class-names";
import { Icon, type LucideIcon } from "./icon";
import { Kbd } from "./kbd";
import { menuFrame, menuRow } from "./menu-look";

type ContextMenuProps = { label: string; trigger: ReactElement; children: ReactNode };

/** What the second button of the pointer opens, or Shift+F10. Never the only way to what it offers. */
export function ContextMenu({ label, trigger, children }: ContextMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content aria-label={markHidden(label)} collisionPadding={8} className={menuFrame}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type ContextMenuItemProps = {
  icon: LucideIcon;
  shortcut?: string;
  danger?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export function ContextMenuItem({
  icon,
  shortcut,
  danger = false,
  onSelect,
  children,
}: ContextMenuItemProps) {
  return (
    <Radix.Item
      onSelect={onSelect}
      className={classNames(menuRow, danger && "text-danger [&_svg]:text-danger")}
    >
      <Icon of={icon} />
      <span className="min-w-0 flex-1">{children}</span>
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </Radix.Item>
  );
}
