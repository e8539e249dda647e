import { Transform } from "node:stream";
import { type FileBytes, modeOf } from "../package-bytes";

const fixedTime = new Date(0);

/** Of a file in a tar: mode 0644, or 0755 for one that can be run; owner 0, time 0. */
export const tarHead = (file: FileBytes) => ({
  name: file.path,
  size: file.bytes.length,
  mode: modeOf(file),
  mtime: fixedTime,
  type: "file" as const,
  uid: 0,
  gid: 0,
});

const systemByte = 9;
const unknownSystem = 255;

/** Takes the system's mark out of a gzip's header, so that every system writes the same bytes. */
export function neutralSystem(): Transform {
  let first = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (first && chunk.length > systemByte) chunk[systemByte] = unknownSystem;
      first = false;
      done(null, chunk);
    },
  });
}
