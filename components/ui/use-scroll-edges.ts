import { type RefObject, useCallback, useEffect, useState } from "react";

const whole = { isCutLeft: false, isCutRight: false };

/** Fades out where more stands than is in view, instead of being cut there. */
export const edgeFades = {
  left: "[mask-image:linear-gradient(to_right,transparent,black_32px)]",
  right: "[mask-image:linear-gradient(to_left,transparent,black_32px)]",
  both: "[mask-image:linear-gradient(to_right,transparent,black_32px,black_calc(100%-32px),transparent)]",
} as const;

/** Whether a box that scrolls sideways has more left and right of what is in view. `look` belongs to its `onScroll`. */
export function useScrollEdges(scroller: RefObject<HTMLElement | null>) {
  const [edges, setEdges] = useState(whole);
  const look = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    const isCutLeft = box.scrollLeft > 0;
    // Widths are rounded, what was scrolled is not.
    const isCutRight = box.scrollWidth - box.clientWidth - box.scrollLeft > 1;
    setEdges((before) =>
      before.isCutLeft === isCutLeft && before.isCutRight === isCutRight ? before : { isCutLeft, isCutRight },
    );
  }, [scroller]);
  useEffect(() => {
    look();
    window.addEventListener("resize", look);
    return () => window.removeEventListener("resize", look);
  }, [look]);
  const { isCutLeft, isCutRight } = edges;
  const cut: keyof typeof edgeFades | null =
    isCutLeft && isCutRight ? "both" : isCutLeft ? "left" : isCutRight ? "right" : null;
  return { cut, look };
}
