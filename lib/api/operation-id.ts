/** `{skill}` names one of what the segment before it names in the plural; `{number}` and the like do not say of what. */
const nameless = new Set(["number", "digest", "sha256"]);

const parameterOf = (segment: string | undefined): string | undefined =>
  /^\{(\w+)\}$/.exec(segment ?? "")?.[1];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `reset-link` as `ResetLink`. */
const camel = (segment: string): string => segment.split(/\W+/).map(capital).join("");

const singular = (plural: string): string => plural.replace(/ies$/, "y").replace(/s$/, "");

/**
 * What a generated client calls an operation: `get /api/v1/workspaces/{workspace}/skills/{skill}/draft` is
 * `getSkillDraft`. Made from method and address alone, so that it changes only with them; the workspace, in which
 * nearly everything is, is left out.
 */
export function operationIdOf(method: string, path: string): string {
  const segments = path.replace(/^\/api\/v1\//, "").replace(/^workspaces\/\{workspace\}\//, "");
  const words = segments.split("/").flatMap((segment, at, all) => {
    if (parameterOf(segment)) return [];
    const parameter = parameterOf(all[at + 1]);
    if (parameter === undefined) return [camel(segment)];
    return [nameless.has(parameter) ? singular(camel(segment)) : camel(parameter)];
  });
  return method.toLowerCase() + words.join("");
}
