import type { DraftSession } from "./draft-session";
import { isDirty } from "./draft-state";
import type { UnsavedStore } from "./unsaved-store";
import { toUnsavedWork } from "./unsaved-work";

const pauseMs = 400;

type Place = { workspace: string; skill: string; tab: string };

/** Keeps what is unsaved in the browser while it is typed, and warns before the page is left. Answers a stop. */
export function keepUnsavedWork(session: DraftSession, store: UnsavedStore, place: Place): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = session.draft;
  let isKept = true;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    isKept = true;
    if (isDirty(session.draft)) void store.put(toUnsavedWork(session.draft, place, Date.now()));
    else void store.remove(place);
  };
  const stopWatching = session.state.subscribe(() => {
    if (session.draft === last) return;
    last = session.draft;
    isKept = false;
    clearTimeout(timer);
    timer = setTimeout(keep, pauseMs);
  });
  const keepNow = () => {
    if (!isKept && isDirty(session.draft)) store.putNow(toUnsavedWork(session.draft, place, Date.now()));
  };
  const warn = (event: BeforeUnloadEvent) => {
    if (isDirty(session.draft)) event.preventDefault();
  };
  window.addEventListener("pagehide", keepNow);
  window.addEventListener("beforeunload", warn);
  return () => {
    if (timer !== undefined) keep();
    stopWatching();
    window.removeEventListener("pagehide", keepNow);
    window.removeEventListener("beforeunload", warn);
  };
}
