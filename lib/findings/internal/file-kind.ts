const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

const machMagics = [0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe];

/** The kind of program a file is by its first bytes, or null. */
export function programKind(head: Uint8Array): string | null {
  if (startsWith(head, 0x7f, 0x45, 0x4c, 0x46)) return "ELF";
  // "MZ" alone is also how a text may begin; a program has control bytes right after it.
  if (startsWith(head, 0x4d, 0x5a) && head.subarray(2, 64).some((byte) => byte < 9)) return "Windows";
  if (head.length >= 4 && machMagics.includes(new DataView(head.buffer, head.byteOffset).getUint32(0)))
    return "Mach-O";
  // A universal binary and a Java class share their magic; the next word tells them apart (count or version).
  if (startsWith(head, 0xca, 0xfe, 0xba, 0xbe) && (head[7] ?? 0) < 40) return "Mach-O";
  return null;
}

/** The kind of byte code a file is by its first bytes or its name, or null. */
export function byteCodeKind(path: string, head: Uint8Array): string | null {
  if (/\.py[co]$/i.test(path)) return "Python byte code";
  // CPython 3: a version whose high byte is 0x0c to 0x0e, then CR LF.
  if (head[2] === 0x0d && head[3] === 0x0a && [0x0c, 0x0d, 0x0e].includes(head[1] ?? 0))
    return "Python byte code";
  if (startsWith(head, 0xca, 0xfe, 0xba, 0xbe)) return "Java byte code";
  if (startsWith(head, 0x00, 0x61, 0x73, 0x6d)) return "WebAssembly";
  if (/\.(?:class|jar|dex|node|so|dll|dylib|exe|msi|scr)$/i.test(path)) return "compiled code by its name";
  return null;
}
