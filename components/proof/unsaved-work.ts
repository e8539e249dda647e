import type { QueryClient } from "@tanstack/react-query";

/** What is edited and not saved, by its skill: it outlives the tab and the page that it is written in. */
export class UnsavedWork<Editing> {
  private readonly held = new Map<string, Editing>();
  private readonly warn = (event: BeforeUnloadEvent) => event.preventDefault();

  get(place: string): Editing | undefined {
    return this.held.get(place);
  }

  put(place: string, editing: Editing): void {
    this.held.set(place, editing);
    window.addEventListener("beforeunload", this.warn);
  }

  drop(place: string): void {
    this.held.delete(place);
    if (this.held.size === 0) window.removeEventListener("beforeunload", this.warn);
  }
}

/** A way to what is held for a cache, as long as that lives: until the browser leaves the app. */
export function unsavedWork<Editing>(): (cache: QueryClient) => UnsavedWork<Editing> {
  const ofCaches = new WeakMap<QueryClient, UnsavedWork<Editing>>();
  return (cache) => {
    const held = ofCaches.get(cache) ?? new UnsavedWork<Editing>();
    ofCaches.set(cache, held);
    return held;
  };
}
