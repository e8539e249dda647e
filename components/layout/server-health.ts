import { useSyncExternalStore } from "react";
import { createObservable } from "@/components/ui/observable";
import { ApiError, client, mayPass, unwrap } from "@/lib/api/client";

const betweenLooksMs = 5_000;

/** Of this tab: why the server cannot work, in its own words; null while it can. */
const trouble = createObservable<string | null>(null);
let looking: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** A request has failed. Where that may be the server's state, it is asked for it, and again until it is well. */
export function noteServerTrouble(error: unknown): void {
  // Somebody who asked for too much at once knows it from the answer; the server is well.
  if (mayPass(error) && error.status !== 429) void lookAtServer();
}

/** Asks the server whether it can work. */
export function lookAtServer(): Promise<void> {
  looking ??= look().finally(() => {
    looking = undefined;
  });
  return looking;
}

async function look(): Promise<void> {
  clearTimeout(timer);
  const found = await findTrouble();
  const isBack = trouble.get() !== null && found === null;
  if (found !== null) timer = setTimeout(() => void lookAtServer(), betweenLooksMs);
  trouble.set(found);
  if (isBack) for (const tell of listeners) tell();
}

async function findTrouble(): Promise<string | null> {
  try {
    await unwrap(client.instance.health.$get());
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || !mayPass(error)) return null;
    return error.status === 0 ? "The server does not answer." : error.message;
  }
}

/** Hears when the server can work again. Answers with how to stop. */
export function onServerBack(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Why the server cannot work; null while it can. */
export const useServerTrouble = (): string | null =>
  useSyncExternalStore(trouble.subscribe, trouble.get, () => null);
