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

/** An archive of files that were not unpacked, by its first bytes; documents that are zip files inside are none. */
export function archiveKind(path: string, head: Uint8Array): string | null {
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return zipDocument.test(path) ? null : "a zip archive";
  if (startsWith(head, 0x1f, 0x8b)) return "a gzip archive";
  if (startsWith(head, 0x42, 0x5a, 0x68)) return "a bzip2 archive";
  if (startsWith(head, 0xfd, 0x37, 0x7a, 0x58, 0x5a)) return "an xz archive";
  if (startsWith(head, 0x37, 0x7a, 0xbc, 0xaf)) return "a 7z archive";
  if (startsWithText(head, "Rar!")) return "a RAR archive";
  if (startsWith(head, 0x28, 0xb5, 0x2f, 0xfd)) return "a zstd archive";
  if (startsWithText(head, "xar!")) return "a macOS installer";
  return null;
}
