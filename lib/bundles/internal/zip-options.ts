/** DOS time is local: made anew, so that every time zone gives the same bytes. A month after the first one. */
const fixedTime = (): Date => new Date(1980, 1, 1);

/** Of every entry of a zip: nothing in it depends on when and where it was written. */
export const zipOptions = () => ({
  mtime: fixedTime(),
  mode: 0o100644,
  forceDosTimestamp: true,
  compressionLevel: 6,
});
