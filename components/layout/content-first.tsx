"use client";

import { createContext, type ReactNode, useEffect, useState } from "react";

const Taken = createContext(false);

/**
 * Makes the page itself answer before anything around it goes on. React leaves what was streamed behind a loading
 * state for when it has nothing else to do, and begins with it anew whenever a menu arrives or a link is prefetched;
 * a context that changes above it makes it come next (react.dev/reference/react-dom/client/hydrateRoot).
 */
export function ContentFirst({ children }: { children: ReactNode }) {
  const [taken, setTaken] = useState(false);
  useEffect(() => onceStreamed(() => setTaken(true)), []);
  return <Taken value={taken}>{children}</Taken>;
}

/**
 * Calls back when everything that was streamed stands in its place. A change above a part that is still on its way
 * would have React draw that part again instead of taking it over.
 */
function onceStreamed(callback: () => void): () => void {
  let frame = 0;
  const look = () => {
    // React's own name for a part that has arrived and waits to be put in its place.
    const isStreaming = document.readyState === "loading" || document.querySelector('[hidden][id^="S:"]');
    if (isStreaming) frame = requestAnimationFrame(look);
    else callback();
  };
  look();
  return () => cancelAnimationFrame(frame);
}
