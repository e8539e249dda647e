import { useEffect } from "react";
import { putInAddress } from "@/components/layout/put-in-address";
import { useObservable } from "@/components/ui/observable";
import { activeFile, type DraftSession } from "./saving/draft-session";

/** Keeps the open file in the address, so that a reload opens it again. */
export function useOpenPathInAddress(session: DraftSession): void {
  const path = useObservable(session.state, (state) => activeFile(state)?.path ?? null);
  useEffect(() => {
    putInAddress({ file: path === "SKILL.md" ? null : path });
  }, [path]);
}
