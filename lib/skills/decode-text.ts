import { looksBinary } from "./package-path";

/** Bytes as text, byte for byte reversible (a byte order mark stays); null when they are not UTF-8 text. */
export function decodeText(bytes: Uint8Array): string | null {
  if (looksBinary(bytes)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
