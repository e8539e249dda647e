import { isSecretPath } from "@/lib/skills/package-path";
import { archiveKind, byteCodeKind, programKind } from "./file-kind";
import type { Hit } from "./hit";
import type { ScannableFile } from "./scannable";

const documentName = /\.(?:md|mdx|markdown|rst|html?)$/i;
/** What hosts read commands from besides the frontmatter. */
const hookFile = /(?:^|\/)(?:hooks\/hooks\.json|\.claude\/settings(?:\.local)?\.json)$/i;
/** Matches the first bytes of ELF, PE and WebAssembly files in base64. */
const programInText = /(?<![A-Za-z0-9+/])(?:f0VMRg[EI]B|TV[qpoa]QAA[A-Z]AAAA|AGFzbQEAAA)[A-Za-z0-9+/]{20,}/g;

/** What a file is by its first bytes and its name, whatever its extension claims. */
export function scanBytes(file: ScannableFile): Hit[] {
  const { path, head, text } = file;
  const hits: Hit[] = [];
  const whole = (rule: Hit["rule"], message: string, excerpt: string): void => {
    hits.push({ rule, start: 0, end: 0, message, excerpt, about: "file" });
  };
  const program = programKind(head);
  const byteCode = program ? null : byteCodeKind(path, head);
  const archive = program || byteCode ? null : archiveKind(path, head);
  if (program) whole("executable", `${path} is a ${program} program.`, program);
  if (byteCode) whole("compiled-code", `${path} is ${byteCode}.`, byteCode);
  if (archive)
    whole("archive-inside", `${path} is ${archive}: what is in it has not been looked at.`, archive);
  // A guide about credentials is named like them, too; its text is searched like any other.
  if (isSecretPath(path) && !documentName.test(path))
    whole("secret-file", `${path} is named like a file of secrets.`, path);
  if (hookFile.test(path))
    whole("hooks", `${path} asks a host to run commands. They are never run here.`, path);
  for (const { 0: match, index } of text.matchAll(programInText))
    hits.push({
      rule: "executable",
      start: index,
      end: index + match.length,
      message: "A compiled program is written here as base64; nobody can review it.",
    });
  return hits;
}
