import { useEffect } from "react";
import { useObservable } from "@/components/ui/observable";
import type { DraftSession } from "../saving/draft-session";

/** Past this the other files are fetched only when they are opened. Bytes. */
const backgroundBytes = 2 * 1024 * 1024;
const atOnce = 3;

/** Fetches the open file at once and the other texts behind it, so that checks see the whole package. */
export function useFileTexts(session: DraftSession): void {
  const openId = useObservable(session.state, (state) => state.activeId);
  const missing = useObservable(session.state, ({ draft, loadErrors }) =>
    draft.files
      .filter((file) => file.saved?.kind === "text" && file.savedText === null && !(file.id in loadErrors))
      .map((file) => file.id)
      .join(" "),
  );

  useEffect(() => {
    if (openId !== null && missing.split(" ").includes(openId)) void session.load(openId);
  }, [session, openId, missing]);

  useEffect(() => {
    const sizes = new Map(session.draft.files.map((file) => [file.id, file.saved?.size ?? 0]));
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    if (missing === "" || total > backgroundBytes) return;
    for (const id of missing.split(" ").slice(0, atOnce)) void session.load(id);
  }, [session, missing]);
}
