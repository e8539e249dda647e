"use client";

import { useEffect } from "react";
import { askWhoIsHere, useIsSignedOut } from "@/components/layout/presence";

/**
 * Takes no room while all is well, and the same room whenever it is not. Where nobody is signed in any more, that is
 * said instead.
 */
export function ConnectionLine({ waiting }: { waiting: boolean }) {
  const isSignedOut = useIsSignedOut();
  useEffect(() => {
    // It may have been the server that ended it.
    if (waiting) void askWhoIsHere();
  }, [waiting]);
  return (
    <p role="status" className="flex-none px-4 text-12 text-warn">
      {waiting && !isSignedOut ? (
        <span className="block pb-1.5">The connection broke. Trying again; what you see may be behind.</span>
      ) : null}
    </p>
  );
}
