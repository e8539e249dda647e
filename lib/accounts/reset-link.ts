/** How long a link for a new password holds. */
export const resetLinkMinutes = 60;

/** The page that a link opens. Its token stands in the fragment, which no server and no log ever sees. */
export const resetPath = "/reset";

/** What a link is when somebody opens it. `withdrawn`: whoever vouched for it could not make it any more. */
export const resetLinkStates = ["open", "used", "expired", "withdrawn", "unknown"] as const;
export type ResetLinkState = (typeof resetLinkStates)[number];
