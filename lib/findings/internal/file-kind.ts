const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

const startsWithText = (bytes: Uint8Array, text: string): boolean =>
  startsWith(bytes, ...[...text].map((letter) => letter.charCodeAt(0)));

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
  if (startsWith(head, 0x4c, 0, 0, 0, 0x01, 0x14, 0x02, 0)) return "Windows shortcut";
  return null;
}

const compiledName =
  /\.(?:class|jar|war|dex|apk|aab|ipa|node|so(?:\.\d+)*|dll|dylib|exe|com|msi|msix|scr|sys|o|obj|a|lib|ko|pyd|pyz|egg|whl|appimage|elc|beam|scpt|deb|rpm|docm|xlsm|pptm|xlam|dotm)$/i;

/** The kind of byte code a file is by its first bytes or its name, or null. */
export function byteCodeKind(path: string, head: Uint8Array): string | null {
  if (/\.py[co]$/i.test(path)) return "Python byte code";
  // CPython 3: a version whose high byte is 0x0c to 0x0e, then CR LF.
  if (head[2] === 0x0d && head[3] === 0x0a && [0x0c, 0x0d, 0x0e].includes(head[1] ?? 0))
    return "Python byte code";
  if (startsWith(head, 0xca, 0xfe, 0xba, 0xbe)) return "Java byte code";
  if (startsWith(head, 0x00, 0x61, 0x73, 0x6d)) return "WebAssembly";
  if (startsWithText(head, "FasdUAS")) return "a compiled AppleScript";
  if (startsWithText(head, "dex\n03")) return "Android byte code";
  if (startsWith(head, 0x1b, 0x4c, 0x75, 0x61)) return "Lua byte code";
  if (compiledName.test(path)) return "compiled code by its name";
  return null;
}

const zipDocument =
  /\.(?:docx|xlsx|pptx|dotx|potx|xltx|odt|ods|odp|odg|epub|vsdx|key|numbers|pages|sketch|fig|usdz|3mf|kmz|npz|keras|drawio)$/i;

const archives: readonly (readonly [string, readonly number[]])[] = [
  ["a zip archive", [0x50, 0x4b, 0x03, 0x04]],
  ["a gzip archive", [0x1f, 0x8b]],
  ["a bzip2 archive", [0x42, 0x5a, 0x68, 0x39]],
  ["an xz archive", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["a 7z archive", [0x37, 0x7a, 0xbc, 0xaf]],
  ["a RAR archive", [0x52, 0x61, 0x72, 0x21, 0x1a]],
  ["a zstd archive", [0x28, 0xb5, 0x2f, 0xfd]],
  ["a macOS installer", [0x78, 0x61, 0x72, 0x21]],
];

export const isArchive = (head: Uint8Array): boolean =>
  archives.some(([, signature]) => startsWith(head, ...signature));

/** An archive of files that were not unpacked, by its first bytes; documents that are zip files inside are none. */
export function archiveKind(path: string, head: Uint8Array): string | null {
  if (zipDocument.test(path)) return null;
  return archives.find(([, signature]) => startsWith(head, ...signature))?.[0] ?? null;
}
