/** Whether both name the very same, in the same order. */
export const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);
