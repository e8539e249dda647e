/**
 * `draft`: never published. `draft-ahead`: the draft differs from the newest version. `withdrawn`: there are versions,
 * and agents get none of them.
 */
export const skillStates = ["draft", "draft-ahead", "published", "withdrawn", "archived"] as const;
export const findingsFilters = ["any", "errors", "warnings", "blocking", "none"] as const;
/**
 * What the newest runs with a live model say of a skill's current bytes, the draft's or the newest version's; each skill has
 * one, the first that fits. `worse`: the tasks are worse, or the trigger suite is below a floor of the review policy.
 * `not-run`: the draft has cases or tasks, and the newest run of them is of older bytes, or there is none. `proven`: the tasks
 * are improved, or the trigger suite meets the floors. `not-shown`: neither. `no-cases`: there is nothing to run.
 */
export const proofStandings = ["proven", "not-shown", "worse", "not-run", "no-cases"] as const;
/** `relevance`: what fits the query best first; the order of every list with a query unless it asks for another. */
export const skillSorts = [
  "relevance",
  "name",
  "updated",
  "metadataTokens",
  "instructionTokens",
  "agents",
  /** Of the newest run of its trigger suite that a live model answered; what was not measured last. */
  "recall",
] as const;
/**
 * `directory`: read from a folder on the server's disk. `imported`: first came as an upload. `written`: begun here.
 * `workspace`: either of these two. `shared`: written in another workspace, which shares it.
 */
export const skillSources = ["directory", "imported", "written", "workspace", "shared"] as const;
export const directions = ["asc", "desc"] as const;
