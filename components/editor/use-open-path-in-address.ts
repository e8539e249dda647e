import { useEffect } from "react";
import { activeFile, type DraftSession } from "./draft-session";
import { useObservable } from "./observable";

/** Keeps the open file in the address, so that a reload opens it again. */
export function useOpenPathInAddress(session: DraftSession): void {
  const path = useObservable(session.state, (state) => activeFile(state)?.path ?? null);
  useEffect(() => {
    const address = new URL(window.location.href);
    if (path === null || path === "SKILL.md") address.searchParams.delete("file");
    else address.searchParams.set("file", path);
    if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address);
  }, [path]);
}
