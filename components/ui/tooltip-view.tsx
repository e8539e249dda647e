"use client";

import { autoUpdate, flip, limitShift, offset, shift, useFloating } from "@floating-ui/react-dom";
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

const gapPx = 6;
/** It keeps this far from the window's edges, and goes to the other side where there is no room. */
const edges = { padding: 8 };
const middleware = [offset(gapPx), shift({ ...edges, limiter: limitShift() }), flip(edges)];

/** Shows the words themselves, which the pointer may move onto. */
export function TooltipView({
  id,
  anchor,
  side,
  className,
  passive,
  children,
  ...pointer
}: TooltipViewProps) {
  const { refs, floatingStyles, isPositioned } = useFloating({
    strategy: "fixed",
    placement: side,
    middleware,
    whileElementsMounted: autoUpdate,
    elements: { reference: anchor.current },
  });
  return createPortal(
    <div
      {...pointer}
      ref={refs.setFloating}
      id={id}
      role="tooltip"
      // Out of sight until it is measured.
      style={isPositioned ? floatingStyles : { ...floatingStyles, transform: "translate(0, -200%)" }}
      className={classNames(
        "z-50 w-max max-w-72 whitespace-normal rounded-2 border border-line-strong bg-overlay px-2 py-1 text-left font-normal text-12 text-ink-2 shadow-overlay",
        passive && "pointer-events-none",
        className,
      )}
    >
      {children}
    </div>,
    landmarkOf(anchor.current),
  );
}
