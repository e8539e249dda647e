import type { ReactNode } from "react";
import { version } from "@/package.json";
import { SignedOutFrame } from "./signed-out-frame";
import { WhatYouWillFind } from "./what-you-will-find";

/** The frame of signing in, whichever step it is. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <SignedOutFrame
      foot={<span>Greenroom {version}</span>}
      aside={
        <WhatYouWillFind name="You">
          Write a skill, give it to an agent, and watch every step of its work: what it was told, what it
          loaded, what it did not need again and what it was refused.
        </WhatYouWillFind>
      }
    >
      {children}
    </SignedOutFrame>
  );
}
