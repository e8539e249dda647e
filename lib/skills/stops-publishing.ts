import type { SkillIssue } from "./skill-issue";

/**
 * Only warnings for hosts, but a version must carry the name that the skill has here, and must say what it is for.
 */
const stopping: ReadonlySet<string> = new Set(["name-mismatch", "description-placeholder"]);

/** A draft with such an issue becomes no version, whoever asks: screens say so and `requirePublishable` holds to it. */
export const stopsPublishing = ({ severity, rule }: Pick<SkillIssue, "severity" | "rule">): boolean =>
  severity === "error" || stopping.has(rule);
