"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { ButtonLink } from "@/components/ui/button";
import { askWhoIsHere, useIsSignedOut } from "./signed-in-state";
import { TopNotice } from "./top-notice";

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
  useEffect(() => {
    const lookAgain = () => {
      if (!document.hidden) void askWhoIsHere();
    };
    window.addEventListener("focus", lookAgain);
    // Two windows side by side: the person may come back without leaving this one.
    const timer = setInterval(lookAgain, betweenLooksMs);
    document.addEventListener("visibilitychange", lookAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", lookAgain);
      document.removeEventListener("visibilitychange", lookAgain);
    };
  }, []);
  const next = pathname + window.location.search;
  return (
    <TopNotice
      tone="warning"
      title="You are signed out"
      action={
        <ButtonLink variant="primary" href={`/sign-in?next=${encodeURIComponent(next)}`} target="_blank">
          Sign in
        </ButtonLink>
      }
    >
      What you typed is still here. Sign in in the new tab, then come back and go on.
    </TopNotice>
  );
}
