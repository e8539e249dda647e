import { useEffect } from "react";
import { DraftCheckClient, startCheckWorker } from "./draft-check-client";
import type { DraftSession } from "./draft-session";
import type { DraftState } from "./draft-state";
import { sizeOf } from "./size-of";

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
    let last: DraftState["files"] | null = null;
    const check = () =>
      client.check({ folderName: skill, siblings, files: session.draft.files.map(toChecked) });
    const watch = () => {
      if (session.draft.files === last) return;
      last = session.draft.files;
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
