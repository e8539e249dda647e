import { createHash } from "node:crypto";

/** Lower-case hex sha256 of text (as UTF-8) or bytes; the server's own stands in a module that only it may load. */
export const sha256Of = (data: string | Uint8Array): string =>
  createHash("sha256").update(data).digest("hex");
