import { useEffect } from "react";
import type { DialectId } from "@/lib/dialects/dialect-heads";
import { sizeOf } from "../files/size-of";
import type { DraftSession } from "../saving/draft-session";
import type { DraftState } from "../saving/draft-state";
import { DraftCheckClient, startCheckWorker } from "./draft-check-client";

const pauseMs = 120;

/** Checks the draft in a worker shortly after every change. */
export function useDraftChecks(
  session: DraftSession,
  skill: string,
  siblings: readonly { name: string }[],
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const client = new DraftCheckClient(startCheckWorker(), (result, { files }) =>
      session.takeCheck(
        result,
        new Map(files.flatMap((file) => (file.text === undefined ? [] : [[file.path, file.text] as const]))),
      ),
    );
    let last: { files: DraftState["files"]; dialects: readonly DialectId[] } | null = null;
    const check = () => {
      const { draft, dialects } = session.state.get();
      client.check({ folderName: skill, siblings, files: draft.files.map(toChecked), dialects });
    };
    const watch = () => {
      const { draft, dialects } = session.state.get();
      if (last?.files === draft.files && last.dialects === dialects) return;
      last = { files: draft.files, dialects };
      clearTimeout(timer);
      timer = setTimeout(check, pauseMs);
    };
    const stopWatching = session.state.subscribe(watch);
    watch();
    return () => {
      clearTimeout(timer);
      stopWatching();
      client.stop();
    };
  }, [session, skill, siblings]);
}

const toChecked = (file: DraftState["files"][number]) => {
  const { path, kind, text } = file;
  return text === null ? { path, kind, size: sizeOf(file) } : { path, kind, text, size: sizeOf(file) };
};
