import type { Delivery } from "./delivered";
import { archiveDigest } from "./delivery-digest";
import type { PastSkill } from "./schema";

/** A delivery as it is remembered: enough to say what has changed since, and which bytes it had. */
export const pastSkillsOf = ({ skills }: Pick<Delivery, "skills">): PastSkill[] =>
  skills.map((skill) => ({
    skillId: skill.skillId,
    name: skill.name,
    versionId: skill.version.id,
    number: skill.version.number,
    digest: skill.version.digest,
    archive: archiveDigest(skill),
  }));
