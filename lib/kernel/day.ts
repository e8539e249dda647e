/**
 * Answers the first moment of a day written as YYYY-MM-DD, in the local time zone; null for anything else and for 31
 * February.
 */
export function dayOf(text: string): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? [];
  const moment = new Date(Number(year), Number(month) - 1, Number(day));
  return moment.getMonth() === Number(month) - 1 && moment.getDate() === Number(day) ? moment : null;
}
