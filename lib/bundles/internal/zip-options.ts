import { type FileBytes, modeOf } from "../package-bytes";

/** DOS time is local: made anew, so that every time zone gives the same bytes. A month after the first one. */
const fixedTime = (): Date => new Date(1980, 1, 1);

const regularFile = 0o100000;

/** Of an entry of a zip: nothing in it depends on when and where it was written. */
export const zipOptions = (file: FileBytes) => ({
  mtime: fixedTime(),
  mode: regularFile | modeOf(file),
  forceDosTimestamp: true,
  compressionLevel: 6,
});
