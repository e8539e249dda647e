"use client";

import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "./class-names";
import { overlaySurface } from "./menu";

type PopoverProps = {
  trigger: ReactElement;
  /** Names it for readers. */
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  className?: string | undefined;
};

/** A small pane beside its button, for filters and short forms. */
export function Popover({ trigger, label, children, align = "start", className, ...state }: PopoverProps) {
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={classNames(
            overlaySurface,
            "max-h-(--radix-popover-content-available-height) w-72 overflow-auto p-3",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
