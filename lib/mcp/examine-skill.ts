import "server-only";
import {
  SKILL_LIMITS,
  SkillCatalogError,
  type SkillFrontmatter,
  skillEntry,
} from "@modelcontextprotocol/server/ext/skills";
import { LRUCache } from "lru-cache";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DeliveredSkill } from "@/lib/delivery/delivered";
import { readBlob } from "@/lib/library/read-packages";
import { skillFileName } from "@/lib/skills/find-skill-file";
import { formatBytes } from "@/lib/skills/limits";

/** A version as the extension describes it, or why it cannot, as the end of a sentence that begins with its name. */
export type Examined = { ok: true; frontmatter: SkillFrontmatter } | { ok: false; why: string };

/** What an entry takes beside its words. */
const eachBytes = 500;

declare global {
  var greenroomMcpSkills: LRUCache<string, Examined> | undefined;
}
/** Of this process, by the id of the version: what is made of one never changes while the program is the same. */
function held(): LRUCache<string, Examined> {
  globalThis.greenroomMcpSkills ??= new LRUCache({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: (examined) =>
      eachBytes + 2 * (examined.ok ? JSON.stringify(examined.frontmatter) : examined.why).length,
  });
  return globalThis.greenroomMcpSkills;
}

/**
 * The frontmatter of a version as the clients of the extension read it again from SKILL.md and compare it: by the same
 * reader. Reads SKILL.md once for each version.
 */
export async function examineSkill(context: WorkspaceContext, skill: DeliveredSkill): Promise<Examined> {
  const { id } = skill.version;
  const known = held().get(id);
  if (known) return known;
  const examined = await examine(context, skill);
  held().set(id, examined);
  return examined;
}

async function examine(context: WorkspaceContext, { name, files }: DeliveredSkill): Promise<Examined> {
  const tooLarge = whyTooLarge(files);
  if (tooLarge !== null) return { ok: false, why: tooLarge };
  const document = files.find(({ path }) => path === skillFileName);
  const bytes = document ? await readBlob(context, document.sha256) : null;
  if (bytes === null) return { ok: false, why: `has no ${skillFileName}, in capitals` };
  try {
    const { frontmatter } = await skillEntry(name, { [skillFileName]: bytes });
    return { ok: true, frontmatter };
  } catch (error) {
    if (!SkillCatalogError.isInstance(error)) throw error;
    const said = error.problems.map(({ message }) => message).join("; ");
    return { ok: false, why: `is not what the skills extension takes (${said})` };
  }
}

/** What hosts must take of one skill (SEP-2640, limits); more they may refuse. */
export function whyTooLarge(files: DeliveredSkill["files"]): string | null {
  if (files.length > SKILL_LIMITS.files)
    return `has ${files.length} files; the skills extension takes ${SKILL_LIMITS.files}`;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > SKILL_LIMITS.bytes
    ? `has ${formatBytes(bytes)}; the skills extension takes ${formatBytes(SKILL_LIMITS.bytes)}`
    : null;
}
