import { isSecretPath } from "@/lib/skills/package-path";
import type { Finding } from "../finding";
import type { ScannableFile } from "./scannable";

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

function executableKind(head: Uint8Array): string | null {
  if (startsWith(head, 0x7f, 0x45, 0x4c, 0x46)) return "ELF";
  if (isPortableExecutable(head)) return "Windows";
  const magic = ((head[0] ?? 0) << 24) | ((head[1] ?? 0) << 16) | ((head[2] ?? 0) << 8) | (head[3] ?? 0);
  if ([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe].some((known) => (known | 0) === magic))
    return "Mach-O";
  // A universal binary and a Java class share their magic; the next word tells them apart (count or version).
  if (startsWith(head, 0xca, 0xfe, 0xba, 0xbe)) return (head[7] ?? 0) < 40 ? "Mach-O" : null;
  return null;
}

/** "MZ" alone is also how a text may begin; a program has control bytes right after it. */
function isPortableExecutable(head: Uint8Array): boolean {
  return startsWith(head, 0x4d, 0x5a) && head.subarray(2, 64).some((byte) => byte < 9);
}

function byteCodeKind(path: string, head: Uint8Array): string | null {
  if (/\.py[co]$/i.test(path)) return "Python byte code";
  // CPython: a version, then CR LF.
  if (head[2] === 0x0d && head[3] === 0x0a && (head[1] === 0x0c || head[1] === 0x0d || head[1] === 0x0e))
    return "Python byte code";
  if (startsWith(head, 0xca, 0xfe, 0xba, 0xbe)) return "Java byte code";
  if (startsWith(head, 0x00, 0x61, 0x73, 0x6d)) return "WebAssembly";
  if (/\.(?:class|jar|dex|node|so|dll|dylib|exe|msi|scr)$/i.test(path)) return "compiled code by its name";
  return null;
}

/** What a file is by its first bytes and its name, whatever its extension claims. */
export function scanBytes(file: ScannableFile): Finding[] {
  const findings: Finding[] = [];
  const program = executableKind(file.head);
  if (program) findings.push(file.find("executable", 0, 0, `${file.path} is a ${program} program.`, program));
  const byteCode = program ? null : byteCodeKind(file.path, file.head);
  if (byteCode) findings.push(file.find("compiled-code", 0, 0, `${file.path} is ${byteCode}.`, byteCode));
  if (isSecretPath(file.path))
    findings.push(file.find("secret-file", 0, 0, `${file.path} is named like a file of secrets.`, file.path));
  return findings;
}
