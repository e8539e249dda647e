/**
 * The least that a policy may ask for of recall: where nothing is asked, a skill that is hardly ever found would pass. The
 * whole interval: 6 of 10 cases reach it. It is asked for by policies from before it was, too.
 */
export const leastRecall = 0.3;
