/** What the activity of a skill is told by. */
export const activityGroups = ["host", "agent", "model", "version"] as const;
export type ActivityGroupBy = (typeof activityGroups)[number];

/** A year and its day in leap years. */
export const longestDays = 366;

/** What the page offers. */
export const activityPeriods = [7, 30, 90, 366] as const;
export type ActivityPeriod = (typeof activityPeriods)[number];
