import { skillsFolder } from "@/lib/dialects/read-script-call";
import type { ExecutionFile } from "@/lib/execution/ports";
import type { SessionEvent } from "@/lib/runtime/events";
import type { SkillSource } from "@/lib/runtime/ports";
import { isSecretPath } from "@/lib/skills/package-path";
import type { PlannedScript } from "./plan-script";

export type ScriptFiles = {
  files: ExecutionFile[];
  /** Of the packages: what earlier scripts put something else in the place of, and code that they put beside it. */
  rewritten: string[];
};

/**
 * What a script finds: the packages at their digests without what is withheld from models, what earlier scripts of this
 * line made, and the code that the model wrote. Null when it is more than `mostBytes`.
 */
export async function scriptFiles(
  { call, skills }: PlannedScript,
  { source, events, mostBytes }: { source: SkillSource; events: readonly SessionEvent[]; mostBytes: number },
): Promise<ScriptFiles | null> {
  const files = new Map<string, Uint8Array>();
  let left = mostBytes;
  for (const skill of skills)
    for (const { path, size } of await source.listFiles(skill)) {
      if (isSecretPath(path)) continue;
      left -= size;
      if (left < 0) return null;
      const bytes = await source.readFile(skill, path);
      if (bytes && ((await source.whyWithheld?.(skill, path, bytes)) ?? null) === null)
        files.set(`${skillsFolder}/${skill.name}/${path}`, bytes);
    }
  const given = new Set(files.keys());
  const rewritten = new Set<string>();
  for (const event of events)
    if (event.type === "script-ran")
      for (const { path, base64 } of event.payload.made) {
        if (base64 === null) continue;
        files.set(path, new Uint8Array(Buffer.from(base64, "base64")));
        if (given.has(path) || (path.startsWith(`${skillsFolder}/`) && isCode(path))) rewritten.add(path);
      }
  if (call.code) files.set(call.code.path, new TextEncoder().encode(call.code.text));
  return { files: [...files].map(([path, bytes]) => ({ path, bytes })), rewritten: [...rewritten] };
}

/** What an interpreter may take up by itself because it lies there. */
const isCode = (path: string): boolean => /\.(?:py|pyc|pth|so|js|mjs|cjs|sh|bash)$/i.test(path);
