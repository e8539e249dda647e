import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * False on the server and while its HTML is being taken over, true afterwards. What only the browser knows (a time
 * zone, a choice kept there, an answer that came in meanwhile) must not be drawn before: it would differ from the HTML.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** For `format`'s functions: UTC until the reader's own time zone is known, then that. */
export const useReaderTimeZone = (): "UTC" | undefined => (useIsHydrated() ? undefined : "UTC");
