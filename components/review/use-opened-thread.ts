import { type RefObject, useEffect } from "react";

/** Brings the thread that the address names into sight and focus, once it is drawn; a thread that is gone is passed over. */
export function useOpenedThread(
  region: RefObject<HTMLElement | null>,
  thread: string | null,
  isLoaded: boolean,
): void {
  useEffect(() => {
    if (thread === null || !isLoaded) return;
    const found = region.current?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(thread)}"]`);
    found?.scrollIntoView({ block: "center" });
    found?.focus({ preventScroll: true });
  }, [region, thread, isLoaded]);
}
