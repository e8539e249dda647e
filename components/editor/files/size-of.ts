import type { WorkingFile } from "../saving/draft-state";

/** Bytes of a file as it is here; counted only for texts that were changed. */
export function sizeOf(file: WorkingFile): number {
  if (file.upload) return file.upload.size;
  if (file.text === null || (file.saved && file.text === file.savedText)) return file.saved?.size ?? 0;
  return byteLength(file.text);
}

/** UTF-8 bytes without building them: this runs with every key. */
function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
