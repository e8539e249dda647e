import "server-only";
import type { Context } from "@/lib/access/context";
import { formatCount } from "@/lib/kernel/format-count";
import { getCapabilities } from "@/lib/library/diffs/get-capabilities";
import type { ReviewRow } from "./judge-reviews";

/** How many of them an entry of the audit trail names. */
const mostNamed = 50;

/** What the page of a review showed whoever approved these bytes: a digest over all, and what of it is new. */
export type ShownCapabilities = {
  digest: string;
  /** The version that it was compared with; null where there was none. */
  against: number | null;
  added: string[];
};

/** Null when the draft is no longer these bytes: the verdict itself is then refused. */
export async function readShownCapabilities(
  context: Context,
  { skill, baseVersion }: Pick<ReviewRow, "skill" | "baseVersion">,
  digest: string,
): Promise<ShownCapabilities | null> {
  const against = baseVersion === null ? "none" : String(baseVersion);
  const list = await getCapabilities(context, { skill: skill.name, version: "draft", against });
  if (list.of.digest !== digest) return null;
  const named = list.added.slice(0, mostNamed).map(({ kind, use, name }) => `${kind}, ${use}: ${name}`);
  const more = list.added.length - named.length;
  return {
    digest: list.digest,
    against: list.against?.number ?? null,
    added: more > 0 ? [...named, `${formatCount(more, "more", "more")}`] : named,
  };
}
