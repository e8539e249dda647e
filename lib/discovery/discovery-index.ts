/** The format of the index: Agent Skills Discovery 0.2.0 (https://github.com/cloudflare/agent-skills-discovery-rfc). */
export const discoverySchema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
/** Where clients look for it, below an address. */
export const discoveryPath = ".well-known/agent-skills/index.json";

/** A skill as the index names it; `artifact` is the sha256 of the bytes that clients fetch. */
export type ListedSkill = { name: string; description: string; artifact: string };

/**
 * The index as text, the same for the same skills. Its addresses are whole ones: some clients resolve others against
 * what they asked for, whatever they were redirected to.
 */
export function writeIndex(base: string, skills: readonly ListedSkill[]): string {
  return `${JSON.stringify({
    $schema: discoverySchema,
    skills: skills.map(({ name, description, artifact }) => ({
      name,
      type: "archive",
      description,
      url: `${base}/${artifactPath({ name, artifact })}`,
      digest: `sha256:${artifact}`,
    })),
  })}\n`;
}

/** Below an address. By digest, so that what is there never changes. */
export const artifactPath = ({ name, artifact }: Pick<ListedSkill, "name" | "artifact">): string =>
  `skills/${artifact}/${name}.zip`;
