/** Words that already stand for a side of a comparison or for a version. */
const reserved = new Set(["latest", "draft", "none"]);
const pattern = /^[a-z][a-z0-9-]{0,39}$/;

/** Why a label cannot be called this; null when it can. */
export function labelNameProblem(name: string): string | null {
  if (!pattern.test(name))
    return "Use lower-case letters, digits and hyphens, a letter first, at most 40 characters.";
  if (reserved.has(name)) return `“${name}” has a meaning of its own. Choose another name.`;
  if (/^v\d+$/.test(name)) return "A label cannot look like the number of a version.";
  return null;
}

/** Of a workspace that has not chosen: which labels are protected, and who may move one past the policy with a reason. */
export const defaultLabelPolicy = { bypassRoles: ["owner"], protectedLabels: ["production"] } as const;
