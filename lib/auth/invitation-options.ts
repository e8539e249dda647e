/** How long a link may hold, in days. */
export const invitationDays = { least: 1, most: 90, usual: 7 } as const;

/** The page that a link opens. Its token stands in the fragment, which no server and no log ever sees. */
export const invitationPath = "/invite";

/** What a link is when somebody opens it. */
export const invitationLinkStates = ["open", "used", "expired", "revoked", "unknown"] as const;
