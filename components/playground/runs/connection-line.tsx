"use client";

import { useEffect, useSyncExternalStore } from "react";
import { askWhoIsHere, useIsSignedOut } from "@/components/layout/signed-in-state";

function watchNetwork(watcher: () => void) {
  window.addEventListener("online", watcher);
  window.addEventListener("offline", watcher);
  return () => {
    window.removeEventListener("online", watcher);
    window.removeEventListener("offline", watcher);
  };
}

/** Whether this computer is on a network at all, as far as the browser knows. */
const useOnline = () =>
  useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );

/**
 * Takes no room while all is well, and the same room whenever it is not. Where nobody is signed in any more, that is
 * said instead.
 */
export function ConnectionLine({ waiting }: { waiting: boolean }) {
  const isSignedOut = useIsSignedOut();
  const isOnline = useOnline();
  useEffect(() => {
    // It may have been the server that ended it.
    if (waiting) void askWhoIsHere();
  }, [waiting]);
  return (
    <p role="status" className="flex-none px-4 text-12 text-warn">
      {!isOnline ? (
        <span className="block pb-1.5">
          You are offline. What you send goes out once you are back; what you see may be behind.
        </span>
      ) : waiting && !isSignedOut ? (
        <span className="block pb-1.5">The connection broke. Trying again; what you see may be behind.</span>
      ) : null}
    </p>
  );
}
