import { useRef, useSyncExternalStore } from "react";

/** One value that can be watched. */
export type Observable<T> = {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
};

export function createObservable<T>(initial: T): Observable<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Renders again only when what `select` answers has changed, by `isEqual` or identity. */
export function useObservable<T, S>(
  source: Observable<T>,
  select: (value: T) => S,
  isEqual: (left: S, right: S) => boolean = Object.is,
): S {
  const last = useRef<{ value: S } | null>(null);
  const read = () => {
    const next = select(source.get());
    if (last.current !== null && isEqual(last.current.value, next)) return last.current.value;
    last.current = { value: next };
    return next;
  };
  return useSyncExternalStore(source.subscribe, read, read);
}
