import { standardDialect } from "@/lib/dialects/standard";
import { renderActivation } from "@/lib/runtime/activate-skill";
import { catalogueBudget, rehearsalWindowTokens, runtimeLimits } from "@/lib/runtime/limits";
import type { SessionSetup } from "@/lib/runtime/session-setup";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import { findSkillFile } from "@/lib/skills/find-skill-file";

/** What a model gets of this package, in the standard dialect, rendered by the runtime itself. */
export type AgentView = {
  /** The skill's place in the catalogue. */
  entry: string;
  /** The result of activating it; null when no host could load it. */
  activation: { text: string; commandsNotRun: number; tagsNeutralised: number } | null;
  /** Why there is no activation. */
  refusal: string | null;
};

type Subject = {
  name: string;
  description: string;
  files: readonly { path: string; size: number; text?: string }[];
};

const noLog: SessionSetup["log"] = {
  events: () => [],
  append: () => Promise.reject(new Error("A view writes no events.")),
  appendActivation: () => Promise.reject(new Error("A view writes no events.")),
};

/** Renders the catalogue entry and the activation without a conversation: nothing is stored, nothing counts as active. */
export async function renderAgentView({ name, description, files }: Subject): Promise<AgentView> {
  const encoder = new TextEncoder();
  const skillPath = findSkillFile(files.map((file) => file.path));
  const digest = "0".repeat(64);
  const setup: SessionSetup = {
    skills: [],
    unavailable: [],
    mode: "inline",
    budgetCharacters: catalogueBudget(rehearsalWindowTokens),
    dialect: standardDialect,
    limits: runtimeLimits,
    source: {
      listFiles: async () => files,
      readFile: async (_skill, path) => {
        const text = files.find((file) => file.path === path)?.text;
        return text === undefined || path !== skillPath ? null : encoder.encode(text);
      },
      isInLibrary: async () => false,
    },
    log: noLog,
    countTokens: estimateTokens,
    sha256: () => digest,
  };
  const skill = {
    skillId: "00000000-0000-0000-0000-000000000000",
    name,
    version: null,
    draftRevision: null,
    digest,
  };
  const rendered = await renderActivation(setup, { skill, arguments: "", call: null });
  const entry = standardDialect.catalogueEntry({ name, description });
  if (!("payload" in rendered)) return { entry, activation: null, refusal: rendered.message };
  const count = (kind: string) => rendered.payload.flags.find((flag) => flag.kind === kind)?.count ?? 0;
  return {
    entry,
    activation: {
      text: rendered.text,
      commandsNotRun: count("dynamic-command-not-run"),
      tagsNeutralised: count("closing-tag-neutralised"),
    },
    refusal: null,
  };
}
