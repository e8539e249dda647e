"use client";

import { Slot } from "radix-ui";
import { lazy, type PointerEvent, type ReactElement, type ReactNode, Suspense, useId, useRef } from "react";
import { shown } from "./shown-text";
import { useTooltip } from "./use-tooltip";

const TooltipView = lazy(() => import("./tooltip-view").then((module) => ({ default: module.TooltipView })));

type TooltipProps = {
  content: ReactNode;
  /** It has to be one focusable element. */
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
  /** Without it nothing is shown; saves a conditional at the call. */
  enabled?: boolean;
  /** The control describes itself with the same words: they would be read out twice. */
  saidAlready?: boolean;
  className?: string | undefined;
};

/** Shows a few words on hover and focus. It must never be the only place where something is said. */
export function Tooltip({
  content,
  children,
  side = "bottom",
  enabled = true,
  saidAlready,
  className,
}: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const { open, byFocus, soon, later, close, focused, pressed } = useTooltip();
  if (!enabled) return children;
  return (
    <>
      <Slot.Root
        ref={anchor}
        aria-describedby={open && !saidAlready ? id : undefined}
        onPointerEnter={(event: PointerEvent) => event.pointerType === "touch" || soon()}
        onPointerLeave={later}
        onPointerDown={pressed}
        onClick={close}
        onFocus={focused}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {open ? (
        <Suspense>
          <TooltipView
            {...{ id, anchor, side, className }}
            passive={byFocus}
            onPointerEnter={soon}
            onPointerLeave={later}
          >
            {shown(content)}
          </TooltipView>
        </Suspense>
      ) : null}
    </>
  );
}
