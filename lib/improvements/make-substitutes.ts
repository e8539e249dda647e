import "server-only";
import type { Context } from "@/lib/access/context";
import { type HeldFile, heldFile } from "@/lib/library/blobs";
import { sha256 } from "@/lib/platform/crypto";
import type { NamedSubstitute } from "@/lib/proof/plans/plan-suite-run";
import { packageDigest } from "@/lib/skills/digest";
import { setFrontmatterField } from "@/lib/skills/edit-frontmatter";
import type { Subject } from "./frozen-plan";
import type { Search } from "./read-search";
import { readSkillFile } from "./read-skill-file";

/**
 * What an attempt tries in the place of the skills' own bytes: its text, what was accepted of others before it, and else the
 * drafts as they were when the search began. Only the description differs.
 */
export async function makeSubstitutes(
  context: Context,
  { plan, attempts }: Search,
  position: number,
): Promise<{ instead: NamedSubstitute[]; files: HeldFile[] }> {
  const tried = attempts.find((one) => one.position === position);
  const textOf = ({ skill, description }: Subject): string => {
    if (position === 0) return description;
    if (tried?.skill === skill) return tried.description ?? description;
    return attempts.find((one) => one.skill === skill && one.word === "accepted")?.description ?? description;
  };
  const instead: NamedSubstitute[] = [];
  const files: HeldFile[] = [];
  for (const subject of plan.subjects) {
    const { skillId, skill, revision, digest } = subject;
    const description = textOf(subject);
    if (description === subject.description) {
      instead.push({ skillId, skill, description, revision, digest, files: subject.files });
      continue;
    }
    const text = setFrontmatterField(await readSkillFile(context, subject), "description", description);
    const held = heldFile({ path: "SKILL.md", bytes: new TextEncoder().encode(text) });
    const { path, size, sha256: hash } = held;
    const changed = subject.files.map((file) => (file.path === path ? { path, size, sha256: hash } : file));
    files.push(held);
    instead.push({
      skillId,
      skill,
      description,
      revision,
      digest: packageDigest(changed, sha256),
      files: changed,
    });
  }
  return { instead, files };
}
