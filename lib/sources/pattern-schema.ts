import { z } from "zod";
import { storableText } from "@/lib/kernel/storable-text";

/** Of each list. */
const mostPatterns = 20;
const longestPattern = 200;

/**
 * Why a glob is not taken; null where it is. Folders on disk are an operator's; a source's patterns are anybody's who
 * keeps sources, and a few stars in one name, braces or nested groups keep a matcher busy for minutes.
 */
export function whyNoPattern(pattern: string): string | null {
  const segments = pattern.split("/");
  if (pattern.startsWith("/") || segments.includes(".."))
    return "Write it from the top of what is read, as tools/* or **/drafts.";
  if (/[(){}\\]/.test(pattern))
    return "Write alternatives as patterns of their own: *, **, ? and [a-z] are known.";
  if (segments.filter((segment) => segment === "**").length > 2) return "Use ** at most twice.";
  if (segments.some((segment) => segment !== "**" && segment.split("*").length > 3))
    return "Use * at most twice between two slashes.";
  return null;
}

/** Globs of a source, one of `include` and `exclude`. */
export const sourcePatterns = z
  .array(
    storableText
      .trim()
      .min(1, "Write a pattern, or take the empty line out.")
      .max(longestPattern, `Use at most ${longestPattern} characters.`)
      .superRefine((pattern, check) => {
        const why = whyNoPattern(pattern);
        if (why !== null) check.addIssue({ code: "custom", message: why });
      }),
  )
  .max(mostPatterns, `At most ${mostPatterns} patterns.`);
