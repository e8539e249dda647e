import { type Finding, findInFile } from "@/lib/findings/find-findings";
import { type Breathe, inSteps } from "@/lib/platform/yield-between-steps";
import { sampleTokens } from "@/lib/tokens/count-tokens";
import { textOf } from "../package-text";

/** What follows from a file's bytes and name alone. SKILL.md is no resource, so its tokens are not counted here. */
export type FileFacts = { kind: "text" | "binary"; tokens: number; findings: readonly Finding[] };

type Subject = { path: string; sha256: string; size: number };

/** Facts never change for the same bytes, so keeping them is safe on every server; the oldest go first. */
const kept = new Map<string, FileFacts>();
const mostKept = 5_000;

const isSkillFile = (path: string): boolean => path === "SKILL.md" || path === "skill.md";

const keyOf = ({ path, sha256 }: Subject): string => `${sha256} ${path}`;

/** Null when these bytes have to be read (again). */
export function findFacts(file: Subject): FileFacts | null {
  const key = keyOf(file);
  const facts = kept.get(key);
  if (!facts) return null;
  kept.delete(key);
  kept.set(key, facts);
  return facts;
}

export async function learnFacts(file: Subject, bytes: Uint8Array, breathe: Breathe): Promise<FileFacts> {
  const text = textOf(bytes);
  const subject = { path: file.path, size: file.size };
  const facts: FileFacts = {
    kind: text === null ? "binary" : "text",
    tokens: text === null || isSkillFile(file.path) ? 0 : sampleTokens(text),
    findings: await inSteps(
      findInFile(text === null ? { ...subject, bytes } : { ...subject, text }),
      breathe,
    ),
  };
  kept.set(keyOf(file), facts);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return facts;
}
