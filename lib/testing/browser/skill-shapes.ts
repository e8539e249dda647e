import type { Draft } from "@/lib/library/drafts/draft-schema";
import type { SkillDetail, SkillList, SkillSummary } from "@/lib/library/skill-schema";
import type { VersionSummary } from "@/lib/library/versions/version-schema";

const person = { id: "0190a000-0000-7000-8000-000000000001", name: "Ines" };
const at = "2026-11-21T10:00:00.000Z";
const digest = "d".repeat(64);

/** A skill as lists show it: a draft that was never published, unless said otherwise. */
export const aSkillSummary = (over: Partial<SkillSummary> = {}): SkillSummary => {
  const { name = "incident-triage" } = over;
  return {
    id: `id-${name}`,
    name,
    description: `About ${name}`,
    state: "draft",
    archived: false,
    latestVersion: null,
    unchangedSince: null,
    labels: [],
    agentCount: 0,
    draftRevision: 1,
    mayEdit: true,
    metadataTokens: 10,
    instructionTokens: 20,
    resourceTokens: 30,
    errorCount: 0,
    warningCount: 0,
    blockingCount: 0,
    updatedAt: at,
    updatedBy: person,
    ...over,
  };
};

/** One page with all that there is. */
export const aSkillList = (items: SkillSummary[], total = items.length): SkillList => ({
  items,
  total,
  totals: { metadataTokens: 10 * total, instructionTokens: 20 * total },
});

export const aVersionSummary = (over: Partial<VersionSummary> = {}): VersionSummary => {
  const { number = 1 } = over;
  return {
    id: `version-${number}`,
    number,
    digest: String(number).repeat(64),
    note: `Note of v${number}`,
    author: person,
    createdAt: at,
    labels: [],
    withdrawal: null,
    size: 2048,
    fileCount: 2,
    tokens: { metadata: 10, instructions: 20, resources: 30 },
    ...over,
  };
};

/** A skill as its page shows it. */
export const aSkillDetail = (over: Partial<SkillDetail> = {}): SkillDetail => ({
  ...aSkillSummary(over),
  createdAt: at,
  createdBy: person,
  license: null,
  compatibility: null,
  allowedTools: [],
  tools: [],
  toolDefinitions: [],
  frontmatter: [],
  body: "# Triage\n\nState the symptom.\n",
  files: [],
  versions: [],
  agents: [],
  draft: {
    revision: 1,
    digest,
    baseVersion: null,
    newerVersion: null,
    size: 2048,
    updatedAt: at,
    updatedBy: person,
  },
  origin: null,
  received: null,
  ...over,
});

/** An open draft; its files are whatever is said of them. */
export const aDraft = (over: Partial<Draft> = {}): Draft => ({
  skillId: person.id,
  name: "incident-triage",
  revision: 1,
  digest,
  baseVersion: null,
  unchangedSince: null,
  updatedAt: at,
  updatedBy: person,
  files: [],
  issues: [],
  findings: [],
  tokens: { metadata: 10, instructions: 20, resources: 30 },
  ...over,
});
