import { useSyncExternalStore } from "react";
import { createObservable } from "@/components/ui/observable";
import { ApiError, client, unwrap } from "@/lib/api/client";
import type { CurrentSession } from "@/lib/auth/schema";

type OnAnswer = (session: CurrentSession, wasSignedOut: boolean) => void;

/** Of this tab: the server has answered that nobody is signed in here. */
const isSignedOut = createObservable(false);
let asking: Promise<void> | undefined;
const listeners = new Set<OnAnswer>();

/** The server has refused something because nobody is signed in. */
export const noteSignedOut = () => isSignedOut.set(true);

/** Asks the server who is signed in here, and what they may: after something has said that this may have changed. */
export function askWhoIsHere(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<void> {
  try {
    const session = await unwrap(client.workspaces.session.$get());
    const wasSignedOut = isSignedOut.get();
    isSignedOut.set(false);
    for (const tell of listeners) tell(session, wasSignedOut);
  } catch (error) {
    // No answer says nothing of who is here.
    if (error instanceof ApiError && error.status === 401) noteSignedOut();
  }
}

/** Hears each answer. Answers with how to stop. */
export function onWhoIsHere(listener: OnAnswer): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIsSignedOut = (): boolean =>
  useSyncExternalStore(isSignedOut.subscribe, isSignedOut.get, () => false);
