/** Which text of a skill somebody is given: the newest version, the one of a label, one that is named, or the draft. */
export const followKinds = ["latest", "label", "version", "draft"] as const;
export type FollowKind = (typeof followKinds)[number];
