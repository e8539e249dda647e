/** Bytes to be downloaded. `etag` names exactly these bytes. */
export type Download = { fileName: string; mediaType: MediaType; etag: string; content: Uint8Array };

export type MediaType =
  | "application/octet-stream"
  | "application/zip"
  | "application/gzip"
  | "text/plain; charset=utf-8"
  | "text/markdown; charset=utf-8"
  | "image/png"
  | "image/jpeg"
  | "image/gif"
  | "image/webp";

const signatures: readonly [MediaType, readonly number[]][] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
];
const isWebp = (head: string): boolean => head.startsWith("RIFF") && head.slice(8, 12) === "WEBP";

/** Pictures that cannot hold a script keep their type, so that they can be previewed; told by bytes, never by name. */
export function binaryTypeOf(bytes: Uint8Array): MediaType {
  for (const [type, signature] of signatures)
    if (signature.every((byte, index) => bytes[index] === byte)) return type;
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return isWebp(head) ? "image/webp" : "application/octet-stream";
}
