/** What can move in a workspace while somebody looks at it. */
export const changeTopics = ["library", "agents", "reviews", "members", "inbox", "live", "proof"] as const;
export type ChangeTopic = (typeof changeTopics)[number];
