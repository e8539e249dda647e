import { Ban, CircleCheck, CircleDashed, CircleDot, CircleSlash, CircleX, TriangleAlert } from "lucide-react";
import type { LucideIcon } from "@/components/ui/icon";
import { State } from "@/components/ui/state";
import { NoValue } from "@/components/ui/table";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { worstFindings } from "./skill-standing";

export const stateNames = {
  draft: "Draft",
  "draft-ahead": "Draft ahead",
  published: "Published",
  withdrawn: "Withdrawn",
  archived: "Archived",
} as const satisfies Record<SkillSummary["state"], string>;

const stateIcons = {
  draft: CircleDashed,
  "draft-ahead": CircleDot,
  published: CircleCheck,
  withdrawn: Ban,
  archived: CircleSlash,
} as const satisfies Record<SkillSummary["state"], LucideIcon>;

export function SkillState({ state }: { state: SkillSummary["state"] }) {
  return <State icon={stateIcons[state]}>{stateNames[state]}</State>;
}

type FindingCountProps = Pick<SkillSummary, "errorCount" | "warningCount" | "blockingCount">;

/** "1 error +2": the worst in words, the rest as a number with its words on hover. */
export function FindingCount(counts: FindingCountProps) {
  const worst = worstFindings(counts);
  if (worst === null) return <NoValue label="No findings" />;
  return (
    <>
      <State icon={worst.severity === "error" ? CircleX : TriangleAlert} tone={worst.severity}>
        {worst.text}
      </State>
      {worst.others === null ? null : (
        <span className="ml-1.5 align-middle text-ink-3" title={worst.others.text}>
          <span aria-hidden="true">+{worst.others.count}</span>
          <span className="sr-only">, {worst.others.text}</span>
        </span>
      )}
    </>
  );
}
