"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const nearEndPx = 48;

/**
 * Stays at the end while the reader is there: whatever grows, the end stays in view. Scrolling up lets go of it,
 * scrolling back or sending a message takes hold again.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLDivElement | null>,
  isSending: boolean,
  opensElsewhere: boolean,
) {
  const holds = useRef(!opensElsewhere);
  const lastTop = useRef(0);
  const lastHeight = useRef(0);
  const [isAway, setAway] = useState(false);
  if (isSending) holds.current = true;
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (holds.current && box.scrollHeight !== lastHeight.current) box.scrollTop = box.scrollHeight;
    lastHeight.current = box.scrollHeight;
  });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const look = () => {
      const distance = box.scrollHeight - box.clientHeight - box.scrollTop;
      if (distance <= nearEndPx) holds.current = true;
      else if (box.scrollTop < lastTop.current) holds.current = false;
      lastTop.current = box.scrollTop;
      setAway(!holds.current && distance > box.clientHeight / 2);
    };
    // Captured: before the list draws itself anew for the same scrolling and would be pulled back to the end.
    box.addEventListener("scroll", look, { passive: true, capture: true });
    return () => box.removeEventListener("scroll", look, { capture: true });
  }, [scroller]);
  const goToEnd = () => {
    holds.current = true;
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  };
  return { isAway, goToEnd };
}
