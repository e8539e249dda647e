"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { askWhoIsHere, useIsSignedOut } from "./presence";

const betweenLooksMs = 10_000;

/**
 * Says that nobody is signed in here any more, over whatever is open. Signing in happens in another tab, so that
 * nothing that was typed here goes; this page goes on when somebody comes back to it.
 */
export function SignedOutNotice() {
  const isSignedOut = useIsSignedOut();
  return (
    // Always there, so that what comes into it is heard, also beside a dialog.
    <div aria-live="assertive" className="contents">
      {isSignedOut ? <Words /> : null}
    </div>
  );
}

function Words() {
  const pathname = usePathname();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const lookAgain = () => {
      if (!document.hidden) void askWhoIsHere();
    };
    window.addEventListener("focus", lookAgain);
    // Two windows side by side: the person may come back without leaving this one.
    const timer = setInterval(lookAgain, betweenLooksMs);
    document.addEventListener("visibilitychange", lookAgain);
    // A press here is no press outside a dialog, which would close it with what was typed in it.
    const keepDialogs = (event: Event) => event.stopPropagation();
    const element = frame.current;
    element?.addEventListener("pointerdown", keepDialogs);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", lookAgain);
      document.removeEventListener("visibilitychange", lookAgain);
      element?.removeEventListener("pointerdown", keepDialogs);
    };
  }, []);
  const next = pathname + window.location.search;
  return (
    <div
      ref={frame}
      className="-translate-x-1/2 pointer-events-auto fixed top-3 left-1/2 z-60 w-[calc(100vw-24px)] max-w-[560px] rounded-2 bg-bg shadow-overlay"
    >
      <Notice
        tone="warning"
        title="You are signed out"
        action={
          <ButtonLink variant="primary" href={`/sign-in?next=${encodeURIComponent(next)}`} target="_blank">
            Sign in
          </ButtonLink>
        }
      >
        What you typed is still here. Sign in in the new tab, then come back and go on.
      </Notice>
    </div>
  );
}
