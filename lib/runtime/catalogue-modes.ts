/** How an agent tells of its skills: all of them at once, by search, as a host does it. */
export const catalogueModes = ["inline", "search", "auto", "router", "eager", "preload"] as const;
