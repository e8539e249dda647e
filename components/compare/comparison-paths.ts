/** Addresses of comparisons, in one place. */
export const comparisonsPath = (workspace: string) => `/w/${workspace}/playground/compare`;

export const comparisonPath = (workspace: string, comparison: string) =>
  `${comparisonsPath(workspace)}/${comparison}`;

type Beginning = { agent?: string; skill?: string; message?: string; without?: boolean };

/** A new comparison of an agent with itself: a skill's draft against what is published, or with and without it. */
export function newComparisonPath(
  workspace: string,
  { agent = "", skill = "", message = "", without }: Beginning = {},
) {
  const query = new URLSearchParams(
    Object.entries({ agent, skill, message, without: without ? "1" : "" }).filter(([, value]) => value),
  ).toString();
  return `${comparisonsPath(workspace)}/new${query === "" ? "" : `?${query}`}`;
}
