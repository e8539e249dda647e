import { isTextPath, looksBinary } from "@/lib/skills/package-path";
import { parseSkill } from "@/lib/skills/parse-skill";
import { LineIndex } from "@/lib/skills/text-position";
import type { Finding } from "../finding";
import { type FindingRuleId, findingRules } from "../rules";
import { byteCodeKind, programKind } from "./file-kind";

/** A file ready to be scanned; `text` is empty for binary files. */
export type ScannableFile = {
  path: string;
  text: string;
  head: Uint8Array;
  /** Offset of the body in a SKILL.md, 0 in other files. */
  bodyStart: number;
  find: (rule: FindingRuleId, start: number, end: number, message: string, excerpt?: string) => Finding;
};

type Source = { path: string; text?: string; bytes?: Uint8Array };

export function scannable({ path, text, bytes }: Source): ScannableFile {
  const head = bytes?.subarray(0, 512) ?? new TextEncoder().encode((text ?? "").slice(0, 512));
  const content = text ?? (bytes && isText(path, bytes) ? new TextDecoder().decode(bytes) : "");
  const bodyStart = isSkillFile(path)
    ? content.length - parseSkill(content, { mode: "lenient" }).body.length
    : 0;
  let lines: LineIndex | null = null;
  return {
    path,
    text: content,
    head,
    bodyStart,
    find: (rule, start, end, message, excerpt) => {
      lines ??= new LineIndex(content);
      return {
        rule,
        severity: findingRules[rule].severity,
        path,
        range: lines.rangeOf(start, end),
        message,
        excerpt: excerpt ?? shorten(content.slice(start, end)),
      };
    },
  };
}

function isText(path: string, bytes: Uint8Array): boolean {
  if (programKind(bytes.subarray(0, 512)) || byteCodeKind(path, bytes.subarray(0, 512))) return false;
  return isTextPath(path) || !looksBinary(bytes);
}

const maxExcerpt = 160;

export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxExcerpt ? `${line.slice(0, maxExcerpt)}…` : line;
}

export const isMarkdown = (path: string): boolean => /\.(?:md|mdx|markdown)$/i.test(path);

export const isSkillFile = (path: string): boolean => /(?:^|\/)skill\.md$/i.test(path);
