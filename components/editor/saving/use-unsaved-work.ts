import { useEffect, useState } from "react";
import type { DraftSession } from "./draft-session";
import { isDirty } from "./draft-state";
import { keepOnLeaving, keepUnsavedWork } from "./keep-unsaved-work";
import { newTab, TabChannel } from "./tab-channel";
import { browserUnsavedStore } from "./unsaved-store";
import { restoreUnsavedWork, type UnsavedWork } from "./unsaved-work";

type Kept = {
  /** Work of an earlier visit that the person has not decided about. */
  offer: UnsavedWork | null;
  restore: () => void;
  discard: () => void;
};

/**
 * Keeps this tab's unsaved work, offers what an earlier visit left, and hears when another tab of this browser saves.
 * Nothing is kept over an offer before the person has decided: until then this tab keeps its own work under its name.
 */
export function useUnsavedWork(session: DraftSession, workspace: string, skill: string): Kept {
  const [offers, setOffers] = useState<readonly UnsavedWork[]>([]);

  useEffect(() => {
    let channel: TabChannel | null = null;
    // Until this tab has its name, what is typed is kept only as the page goes, under a name of its own.
    let stopKeeping = keepOnLeaving(session, browserUnsavedStore, { workspace, skill, tab: newTab() });
    let isGone = false;
    let announced = session.draft.revision;
    const start = async () => {
      const joined = await TabChannel.join(`${workspace}/${skill}`, () => void session.refresh());
      if (isGone) return joined.close();
      channel = joined;
      const kept = await browserUnsavedStore.list(workspace, skill);
      if (isGone) return;
      const earlier = kept.filter((work) => !joined.isOpenElsewhere(work.tab));
      const isOwn = (work: UnsavedWork) => work.tab === joined.tab;
      // What this tab left goes under a name of its own, so that new work does not overwrite it unseen.
      for (const work of earlier.filter(isOwn)) {
        await browserUnsavedStore.remove(work);
        work.tab = `${work.tab}.earlier`;
        await browserUnsavedStore.put(work);
      }
      if (isGone) return;
      setOffers(earlier);
      stopKeeping();
      stopKeeping = keepUnsavedWork(session, browserUnsavedStore, { workspace, skill, tab: joined.tab });
    };
    void start();
    const stopAnnouncing = session.state.subscribe(() => {
      const { draft, save } = session.state.get();
      if (draft.revision === announced || save.kind === "saving") return;
      announced = draft.revision;
      channel?.announceSave(draft.revision);
    });
    return () => {
      isGone = true;
      stopAnnouncing();
      stopKeeping();
      channel?.close();
    };
  }, [session, workspace, skill]);

  const offer = offers[0] ?? null;
  const drop = () => {
    if (offer) void browserUnsavedStore.remove(offer);
    setOffers((before) => before.slice(1));
  };
  return {
    offer,
    discard: drop,
    restore() {
      if (!offer) return;
      const { state, stale } = restoreUnsavedWork(session.draft, offer);
      session.change(state);
      if (stale.length > 0) void session.refresh();
      const first = offer.files[0];
      if (first && isDirty(session.draft)) session.openPath(first.path);
      drop();
    },
  };
}
