import { useRef } from "react";
import { skillActivityPath } from "@/components/data/activity-paths";
import { useWalkKeys } from "@/components/layout/use-walk-keys";
import { formatNumber } from "@/components/ui/format";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { QuietSkill } from "@/lib/activity/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { reasonWords } from "./activity-words";
import { dayWords } from "./plot-days";

/** Skills that nobody and nothing activated, the most offered first, with why. */
export function QuietTable({ workspace, skills }: { workspace: string; skills: readonly QuietSkill[] }) {
  const region = useRef<HTMLDivElement>(null);
  useWalkKeys(region, "a[data-skill]", "skill");
  return (
    <div ref={region} className="-mx-4 compact:mx-0">
      <ScrollingRegion label="Never activated">
        <Table
          caption="Skills that were never activated, the most offered first"
          stacked
          className="min-w-[720px]"
        >
          <thead>
            <tr>
              <HeaderCell width={220}>Skill</HeaderCell>
              <HeaderCell width={120} numeric title="Turns in which it could have been chosen">
                Turns offered
              </HeaderCell>
              <HeaderCell width={130}>Activated last</HeaderCell>
              <HeaderCell>Why, the most frequent first</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {skills.map((one) => (
              <Row key={one.skill}>
                <Cell title={markHidden(one.skill)}>
                  <TextLink
                    href={skillActivityPath(workspace, one.skill)}
                    data-skill=""
                    className="font-mono"
                  >
                    <ShownText text={one.skill} />
                  </TextLink>
                </Cell>
                <Cell numeric label="Turns offered">
                  {formatNumber(one.offered)}
                </Cell>
                <Cell label="Activated last">
                  {one.lastActivated === null ? <NoValue label="Never" /> : dayWords(one.lastActivated)}
                </Cell>
                <Cell title={markHidden(whyQuiet(one))}>
                  <ShownText text={whyQuiet(one)} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </ScrollingRegion>
    </div>
  );
}

/** What was counted says it; where nothing was, how the skill stands. */
export function whyQuiet({ reasons, isPublished, agents }: QuietSkill): string {
  if (reasons.length > 0)
    return reasons.map((one) => `${reasonWords(one)}: ${formatNumber(one.count)}`).join("; ");
  if (agents === 0) return "No agent has it";
  return isPublished ? "No agent that has it was asked anything" : "Nothing of it is published";
}
