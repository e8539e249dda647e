import type { DraftSession } from "./draft-session";
import { type DraftState, isDirty } from "./draft-state";
import type { UnsavedStore } from "./unsaved-store";
import { toUnsavedWork } from "./unsaved-work";

const pauseMs = 400;

type Place = { workspace: string; skill: string; tab: string };

/** Keeps what is unsaved in the browser while it is typed, and warns before the page is left. Answers a stop. */
export function keepUnsavedWork(session: DraftSession, store: UnsavedStore, place: Place): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = session.draft;
  /** What the store is known to have: one that still writes may be cut off with the page. */
  let kept: DraftState | null = null;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const { draft } = session;
    if (!isDirty(draft)) return void store.remove(place);
    void store.put(toUnsavedWork(draft, place, Date.now())).then(() => {
      kept = draft;
    });
  };
  const keepSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, pauseMs);
  };
  const stopWatching = session.state.subscribe(() => {
    if (session.draft === last) return;
    last = session.draft;
    keepSoon();
  });
  if (isDirty(session.draft)) keepSoon();
  const stopMinding = keepOnLeaving(session, store, place, () => kept);
  return () => {
    if (timer !== undefined) keep();
    stopWatching();
    stopMinding();
  };
}

/** Warns before the page is left with unsaved work, and keeps it as the page goes, but for what is `kept`. Answers a stop. */
export function keepOnLeaving(
  session: DraftSession,
  store: Pick<UnsavedStore, "putNow">,
  place: Place,
  kept: () => DraftState | null = () => null,
): () => void {
  const keepNow = () => {
    const { draft } = session;
    if (isDirty(draft) && kept() !== draft) store.putNow(toUnsavedWork(draft, place, Date.now()));
  };
  const warn = (event: BeforeUnloadEvent) => {
    if (isDirty(session.draft)) event.preventDefault();
  };
  window.addEventListener("pagehide", keepNow);
  window.addEventListener("beforeunload", warn);
  return () => {
    window.removeEventListener("pagehide", keepNow);
    window.removeEventListener("beforeunload", warn);
  };
}
