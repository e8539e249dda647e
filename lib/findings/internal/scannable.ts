import type { Steps } from "@/lib/kernel/steps";
import { scannedText } from "@/lib/skills/file-text";
import { type ParsedSkill, parseSkill } from "@/lib/skills/parse-skill";
import { byteCodeKind, isArchive, programKind } from "./file-kind";
import { type SecretSpan, secretSteps } from "./find-secrets";

/** A file ready to be scanned; `text` is empty for binary files. */
export type ScannableFile = {
  path: string;
  text: string;
  bytes: Uint8Array | undefined;
  /** Holds the first bytes, for files that are no text. */
  head: Uint8Array;
  /** Only a SKILL.md has one. */
  skill: ParsedSkill | null;
  /** Says where the body of a SKILL.md begins; it is 0 in other files. */
  bodyStart: number;
  /** In order of place: what no message may show. */
  secrets: readonly SecretSpan[];
};

type Source = { path: string; text?: string; bytes?: Uint8Array };

const headBytes = 512;

export function* openFile({ path, text, bytes }: Source): Steps<ScannableFile> {
  const head = bytes?.subarray(0, headBytes) ?? new TextEncoder().encode((text ?? "").slice(0, headBytes));
  const content = text ?? (bytes && !isProgram(path, bytes) ? scannedText(path, bytes) : "");
  const skill = isSkillFileInAnyCase(path) ? parseSkill(content, { mode: "lenient", path }) : null;
  return {
    path,
    text: content,
    bytes,
    head,
    skill,
    bodyStart: skill ? content.length - skill.body.length : 0,
    secrets: yield* secretSteps(content),
  };
}

function isProgram(path: string, bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, headBytes);
  return Boolean(programKind(head) || byteCodeKind(path, head) || isArchive(head));
}

export const isMarkdown = (path: string): boolean => /\.(?:md|mdx|markdown)$/i.test(path);

const isSkillFileInAnyCase = (path: string): boolean => /(?:^|\/)skill\.md$/i.test(path);
