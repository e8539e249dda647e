import { type Finding, findInFile } from "@/lib/findings/find-findings";
import type { Steps } from "@/lib/kernel/steps";
import { textOf } from "@/lib/skills/file-text";
import { isSkillFile } from "@/lib/skills/find-skill-file";
import { sampleTokens } from "@/lib/tokens/count-tokens";

/** What follows from a file's bytes and name alone. SKILL.md is no resource, so its tokens are not counted here. */
export type FileFacts = { kind: "text" | "binary"; tokens: number; findings: readonly Finding[] };
export type ExaminedFile = { path: string; size: number; bytes: Uint8Array };

export function* examineFile({ path, size, bytes }: ExaminedFile): Steps<FileFacts> {
  const text = textOf(bytes);
  yield;
  const tokens = text === null || isSkillFile(path) ? 0 : sampleTokens(text);
  yield;
  const findings = yield* findInFile(text === null ? { path, size, bytes } : { path, size, text });
  return { kind: text === null ? "binary" : "text", tokens, findings };
}
