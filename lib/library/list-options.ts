/** `draft`: never published. `draft-ahead`: the draft differs from the newest version. */
export const skillStates = ["draft", "draft-ahead", "published", "archived"] as const;
export const findingsFilters = ["any", "errors", "warnings", "blocking", "none"] as const;
export const skillSorts = ["name", "updated", "metadataTokens", "instructionTokens", "agents"] as const;
export const directions = ["asc", "desc"] as const;
