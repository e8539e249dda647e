/** For hosts whose reading tool has no paging: says that there is more, as no host of them does. Empty for a whole file. */
export function sayPart(page: {
  offset: number;
  text: string;
  totalBytes: number;
  nextOffset: number | null;
}): string {
  if (page.offset === 0 && page.nextOffset === null) return "";
  const end = page.nextOffset ?? page.totalBytes;
  return `[Bytes ${page.offset} to ${end} of ${page.totalBytes}.]`;
}
