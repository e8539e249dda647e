/**
 * Throws a RangeError unless `count` is a whole number from 0 to `of`, and `of` is a safe whole number. A share in the
 * place of a count, or a count above its whole, is a bug of the caller: no figure may come out of it.
 */
export function requireCounts(count: number, of: number): void {
  if (!Number.isSafeInteger(of) || !Number.isSafeInteger(count) || count < 0 || count > of)
    throw new RangeError(
      `${count} of ${of} is no count: both must be whole numbers, the first at most the second.`,
    );
}

/** Throws a RangeError unless `probability` lies in [0, 1]. */
export function requireProbability(probability: number): void {
  if (!(probability >= 0 && probability <= 1))
    throw new RangeError(`${probability} is no probability: it must lie between 0 and 1.`);
}
