const locale = "en-GB";
const numbers = new Intl.NumberFormat(locale);
const plurals = new Intl.PluralRules(locale);

/** Writes 1204 as "1,204". */
export const formatNumber = (value: number): string => numbers.format(value);

/** formatCount(1, "skill") answers "1 skill", formatCount(1_204, "entry", "entries") "1,204 entries". */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${plurals.select(count) === "one" ? singular : plural}`;
}
