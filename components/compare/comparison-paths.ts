/** Addresses of comparisons, in one place. */
export const comparisonsPath = (workspace: string) => `/w/${workspace}/playground/compare`;

export const comparisonPath = (workspace: string, comparison: string) =>
  `${comparisonsPath(workspace)}/${comparison}`;
