"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/** Pixels above and below what is in view: what is there is made ready. Inside of what scrolls by itself, too. */
const margin = "900px 0px";

/** Whether the element has been near the view: what costs something begins then, and stays. */
export function useNearViewport<Element extends HTMLElement>(
  from: boolean,
): [RefObject<Element | null>, boolean] {
  const element = useRef<Element>(null);
  const [near, setNear] = useState(from);
  useEffect(() => {
    const watched = element.current;
    if (near || !watched) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: margin, scrollMargin: margin },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [near]);
  return [element, near];
}
