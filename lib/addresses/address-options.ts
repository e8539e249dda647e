/** What an address opens at present. */
export const addressStates = ["active", "expired", "revoked"] as const;

/** Of one workspace, at once. */
export const mostAddresses = 200;
/** Chosen for one address. */
export const mostChosenSkills = 500;
