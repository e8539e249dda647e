"use client";

import { createContext, type ReactNode, useLayoutEffect, useState } from "react";

const Taken = createContext(false);

/**
 * Makes the page itself answer before anything around it goes on. React leaves what was streamed behind a loading
 * state for when it has nothing else to do, and begins with it anew whenever a menu arrives or a link is prefetched;
 * a context that changes above it makes it come next (react.dev/reference/react-dom/client/hydrateRoot).
 */
export function ContentFirst({ children }: { children: ReactNode }) {
  const [taken, setTaken] = useState(false);
  useLayoutEffect(() => setTaken(true), []);
  return <Taken value={taken}>{children}</Taken>;
}
