import { useEffect } from "react";
import { onServerBack } from "@/components/layout/server-health";
import { useObservable } from "@/components/ui/observable";
import type { DraftSession } from "./draft-session";

/** Saves again what the server could not take: when it has said, and at once when it is back. */
export function useSaveAgain(session: DraftSession, save: () => Promise<void>): void {
  const failed = useObservable(session.state, (state) => (state.save.kind === "failed" ? state.save : null));
  useEffect(() => {
    if (failed === null || failed.againInMs === null) return;
    const again = () => void save();
    const timer = setTimeout(again, failed.againInMs);
    const stop = onServerBack(again);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [failed, save]);
}
