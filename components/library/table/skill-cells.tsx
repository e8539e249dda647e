import type { ReactNode } from "react";
import type { SkillSort } from "@/components/data/skill-filters";
import { formatNumber } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SkillSummary } from "@/lib/library/skill-schema";
import { ProofCell } from "../proven-skills";
import { labelPlaces } from "../skill-standing";
import { FindingCount } from "../skill-state";
import { SkillStanding } from "./skills-in-review";
import type { SkillColumn } from "./use-skill-columns";

type ColumnView = {
  heading: ReactNode;
  /** Explains the heading on hover. */
  title?: string;
  /** Pixels; the description takes what is left. */
  width?: number;
  numeric?: boolean;
  sort?: SkillSort;
  render: (skill: SkillSummary) => ReactNode;
};

const tokens = (word: string) => (
  <>
    {word} <span className="text-ink-3">tok</span>
  </>
);

function VersionCell({ skill }: { skill: SkillSummary }) {
  const places = labelPlaces(skill);
  if (places === null) return <span className="text-ink-3">Not published</span>;
  const { first, latest, others } = places;
  return (
    <span
      title={[first, ...(latest ? [latest] : [])]
        .map(({ label, version }) => `${label} is v${version}`)
        .join(", ")}
    >
      <span className="font-medium text-ink">v{first.version}</span>{" "}
      <span className="text-ink-3">{first.label}</span>
      {latest === null ? null : <span className="text-ink-3">, v{latest.version} latest</span>}
      {others === null ? null : (
        <span className="text-ink-3" title={others.text}>
          <span aria-hidden="true"> +{others.count}</span>
          <span className="sr-only">, {others.text}</span>
        </span>
      )}
    </span>
  );
}

/** How each column of the library looks. Sortable ones name the API's sort key. */
export const columnViews: Record<SkillColumn, ColumnView> = {
  description: {
    heading: "Description",
    render: (skill) => skill.description || <span className="text-ink-3">No description</span>,
  },
  state: { heading: "State", width: 116, render: (skill) => <SkillStanding skill={skill} /> },
  version: { heading: "Version, label", width: 170, render: (skill) => <VersionCell skill={skill} /> },
  agents: {
    heading: "Agents",
    width: 64,
    numeric: true,
    sort: "agents",
    render: ({ agentCount }) => <span className={agentCount === 0 ? "text-ink-3" : ""}>{agentCount}</span>,
  },
  metadata: {
    heading: tokens("Metadata"),
    title: "Tokens (estimate) of level 1: name and description, always in context",
    width: 98,
    numeric: true,
    sort: "metadataTokens",
    render: (skill) => formatNumber(skill.metadataTokens),
  },
  instructions: {
    heading: tokens("Instructions"),
    title: "Tokens (estimate) of level 2: the body of SKILL.md, on activation",
    width: 114,
    numeric: true,
    sort: "instructionTokens",
    render: (skill) => formatNumber(skill.instructionTokens),
  },
  proof: {
    heading: "Proof",
    title: "Recall and verdict of the newest runs that a live model answered",
    width: 150,
    sort: "recall",
    render: ({ id }) => <ProofCell skillId={id} />,
  },
  findings: { heading: "Findings", width: 132, render: (skill) => <FindingCount {...skill} /> },
  updated: {
    heading: "Updated",
    width: 80,
    numeric: true,
    sort: "updated",
    render: (skill) => <RelativeTime at={skill.updatedAt} />,
  },
};
