import { formatCount } from "@/lib/kernel/format-count";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { RuleResult } from "./policy-options";

/** What a draft can do that the published version cannot. */
export type GrowthFacts = {
  /** Over all that the draft can do, as approvers are shown it. */
  digest: string;
  /** The newest published version; null: there is none, and nothing to grow against. */
  against: number | null;
  /** In words: "host, reached: api.example.com". */
  added: readonly string[];
};

type Counted = { capabilities?: string | null | undefined };

/** How many the message names. */
const mostNamed = 3;

/**
 * Whether enough people approved what a draft can do more. An approval counts that was given with exactly these capabilities
 * on the page: a release that reads more of a package shows its approvers more.
 */
export function judgeGrowth(
  facts: GrowthFacts | null,
  approvals: readonly Counted[],
  needed: number,
): RuleResult {
  const rule = { rule: "growth", title: `${formatCount(needed, "approval")} where it can do more` } as const;
  if (facts === null)
    return { ...rule, met: false, count: "not looked at", message: "It was not looked at." };
  const { digest, against, added } = facts;
  if (against === null || added.length === 0)
    return { ...rule, met: true, count: "nothing new", message: "" };
  const counted = approvals.filter(({ capabilities }) => capabilities === digest).length;
  const missing = needed - counted;
  const named = added.slice(0, mostNamed).map(markHidden).join("; ");
  const more = added.length > mostNamed ? ` and ${added.length - mostNamed} more` : "";
  const message = [
    `It can do more than v${against}: ${named}${more}.`,
    `${formatCount(missing, "approval")} missing of somebody who was shown this.`,
  ];
  return {
    ...rule,
    met: missing <= 0,
    count: `${counted} of ${needed}`,
    message: missing <= 0 ? "" : message.join(" "),
  };
}
