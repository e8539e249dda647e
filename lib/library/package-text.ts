const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a UTF-8 file, to the byte: encoding it again gives the same bytes. Null for everything else. */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, 8192).includes(0)) return null;
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
