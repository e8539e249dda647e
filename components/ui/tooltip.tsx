"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "./class-names";

type TooltipProps = {
  content: ReactNode;
  /** One focusable element. */
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
  /** Without it nothing is shown; saves a conditional at the call. */
  enabled?: boolean;
  className?: string | undefined;
  onOpenChange?: (open: boolean) => void;
};

/** A few words on hover and focus. Never the only place where something is said. */
export function Tooltip({
  content,
  children,
  side = "bottom",
  enabled = true,
  className,
  ...state
}: TooltipProps) {
  if (!enabled) return children;
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root {...state}>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className={classNames(
              "z-50 max-w-72 rounded-2 border border-line-strong bg-overlay px-2 py-1 text-12 text-ink-2 shadow-overlay",
              className,
            )}
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
