import { isSecretPath } from "@/lib/skills/package-path";
import type { Finding } from "../finding";
import { byteCodeKind, programKind } from "./file-kind";
import type { ScannableFile } from "./scannable";

const documentName = /\.(?:md|mdx|markdown|rst|html?)$/i;

/** What a file is by its first bytes and its name, whatever its extension claims. */
export function scanBytes(file: ScannableFile): Finding[] {
  const { path, head, find } = file;
  const findings: Finding[] = [];
  const program = programKind(head);
  const byteCode = program ? null : byteCodeKind(path, head);
  if (program) findings.push(find("executable", 0, 0, `${path} is a ${program} program.`, program));
  if (byteCode) findings.push(find("compiled-code", 0, 0, `${path} is ${byteCode}.`, byteCode));
  // A guide about credentials is named like them, too; its text is searched like any other.
  if (isSecretPath(path) && !documentName.test(path))
    findings.push(find("secret-file", 0, 0, `${path} is named like a file of secrets.`, path));
  return findings;
}
