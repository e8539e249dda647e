"use client";

import { Popper } from "radix-ui/internal";
import type { PointerEventHandler, ReactNode, RefObject } from "react";
import { createPortal } from "react-dom";
import { classNames } from "./class-names";
import { landmarkOf } from "./landmark-of";

type TooltipViewProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  side: "top" | "right" | "bottom" | "left";
  className: string | undefined;
  /** It came with the focus, not under the pointer: what it lies over can be pressed through it. */
  passive: boolean;
  onPointerEnter: PointerEventHandler;
  onPointerLeave: PointerEventHandler;
  children: ReactNode;
};

/** The words themselves. The pointer may move onto them. */
export function TooltipView({
  id,
  anchor,
  side,
  className,
  passive,
  children,
  ...pointer
}: TooltipViewProps) {
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={anchor} />
      {createPortal(
        <Popper.Content
          {...pointer}
          id={id}
          role="tooltip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(
            "z-50 max-w-72 whitespace-normal rounded-2 border border-line-strong bg-overlay px-2 py-1 text-left font-normal text-12 text-ink-2 shadow-overlay",
            passive && "pointer-events-none",
            className,
          )}
        >
          {children}
        </Popper.Content>,
        landmarkOf(anchor.current),
      )}
    </Popper.Root>
  );
}
