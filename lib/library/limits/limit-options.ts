/** Of limits that a configuration file keeps, for people. */
export const whyLimitsDeclared = (file: string): string =>
  `The limits are kept in ${file}. Change them there, and apply the file.`;
