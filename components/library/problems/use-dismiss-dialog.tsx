"use client";

import { useState } from "react";
import type { Finding } from "@/lib/findings/finding";
import { DismissDialog } from "./dismiss-dialog";
import type { Dismissals } from "./use-dismissals";

/** The dialog in which a finding is dismissed, for a list of them. */
export function useDismissDialog(dismissals: Dismissals) {
  const [asked, setAsked] = useState<Finding | null>(null);
  const ask = (finding: Finding) => {
    dismissals.dismiss.reset();
    setAsked(finding);
  };
  const dialog = asked ? (
    <DismissDialog finding={asked} dismissals={dismissals} close={() => setAsked(null)} />
  ) : null;
  return { ask, dialog };
}
