import { useSyncExternalStore } from "react";

export type BrowserSetting = {
  /** What is stored, or null. Only in the browser. */
  get(): string | null;
  /** Null forgets the choice. */
  set(value: string | null): void;
  subscribe(listener: () => void): () => void;
};

/** Keeps one choice of this person in this browser, and tells it to everything on the page and to its other tabs. */
export function browserSetting(name: string): BrowserSetting {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === name || key === null) tell();
  };
  return {
    get: () => localStorage.getItem(name),
    set(value) {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, value);
      tell();
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener("storage", onStorage);
      };
    },
  };
}

const unknown = () => null;

/** What is chosen now; null on the server and for no choice. */
export const useBrowserSetting = (setting: BrowserSetting): string | null =>
  useSyncExternalStore(setting.subscribe, setting.get, unknown);
