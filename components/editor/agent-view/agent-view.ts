import type { DialectId } from "@/lib/dialects/dialect-heads";
import { findDialect } from "@/lib/dialects/find-dialect";
import { renderActivation } from "@/lib/runtime/activate-skill";
import { toldDescription } from "@/lib/runtime/build-catalogue";
import type { Dialect } from "@/lib/runtime/dialect";
import type { BodyFlag, OfferedTool, PayloadOf, ToolDefinition } from "@/lib/runtime/events";
import { rehearsalWindowTokens, runtimeLimits } from "@/lib/runtime/limits";
import { presentSkills, unkeptLog } from "@/lib/runtime/present-skills";
import type { SessionSetup } from "@/lib/runtime/session-setup";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { type Invocation, usualInvocation } from "@/lib/skills/invocation";
import { whyUntold } from "@/lib/skills/told-text";

/** What a model gets of one package in one dialect, rendered by the runtime itself. Tokens are estimates. */
export type AgentView = {
  dialect: DialectId;
  source: string;
  /**
   * In context from the start: its place in the catalogue, the tool that stands for it, or all of its instructions.
   * `listed`: its place in the list that the model has to ask for.
   */
  always: { kind: "entry" | "listed" | "tool" | "instructions"; text: string; tokens: number };
  /** The result of activating it; null when no host could load it, and where it is in context already. */
  activation: { text: string; tokens: number } | null;
  /** Why no host could load it. */
  refusal: string | null;
  /** False: no model is told of it, or no person may activate it. */
  modelInvocable: boolean;
  userInvocable: boolean;
  commandsNotRun: number;
  marksNeutralised: number;
  /** Characters that only a model reads. */
  hiddenRemoved: number;
  /** The host's own, then those that the skill brings. */
  tools: ViewedTool[];
  toolTokens: number;
};
export type ViewedTool = { name: string; description: string; parameters: string[]; ownTo: "host" | "skill" };

export type ViewSubject = {
  name: string;
  description: string;
  files: readonly { path: string; size: number; text?: string }[];
  invocation?: Invocation;
};

const ref = {
  skillId: "00000000-0000-0000-0000-000000000000",
  version: null,
  draftRevision: null,
  digest: "0".repeat(64),
};

/** Renders without a conversation: nothing is stored, nothing counts as active. */
export async function renderAgentView(subject: ViewSubject, id: DialectId): Promise<AgentView> {
  const dialect = findDialect(id);
  if (!dialect) throw new Error(`no dialect ${id}`);
  const setup = setupOf(subject, dialect);
  const told = await presentSkills(setup);
  const { modelInvocable, userInvocable } = subject.invocation ?? usualInvocation;
  const base = { dialect: id, source: dialect.source, modelInvocable, userInvocable };
  if (dialect.modes[0] === "eager" && modelInvocable) return { ...base, ...eagerView(told) };
  const skill = { ...ref, name: subject.name };
  const rendered = await renderActivation(setup, { skill, arguments: "", call: null });
  const failed = "rule" in rendered;
  return {
    ...base,
    always: isTold(subject) ? entryOf(dialect, subject) : { kind: "entry", text: "", tokens: 0 },
    activation: failed ? null : { text: rendered.text, tokens: rendered.tokens },
    refusal: failed ? rendered.message : null,
    ...countFlags(failed ? [] : rendered.payload.flags),
    ...viewTools(told?.tools ?? [], failed ? [] : (rendered.payload.tools ?? [])),
  };
}

/** Whether models are told of it at all. */
const isTold = ({ description, invocation = usualInvocation }: ViewSubject): boolean =>
  invocation.modelInvocable && whyUntold({ description, whenToUse: invocation.whenToUse }) === null;

function eagerView(
  told: PayloadOf<"catalogue-injected"> | null,
): Omit<AgentView, "dialect" | "source" | "modelInvocable" | "userInvocable"> {
  const own = told?.eager?.[0];
  const text = own ? (told?.text ?? "") : "";
  return {
    always: { kind: "instructions", text, tokens: estimateTokens(text) },
    activation: null,
    refusal: told?.omitted[0]?.reason ?? null,
    ...countFlags(own?.flags ?? []),
    ...viewTools(told?.tools ?? [], own?.tools ?? []),
  };
}

function entryOf(dialect: Dialect, subject: ViewSubject): AgentView["always"] {
  const { name, invocation = usualInvocation } = subject;
  const { whenToUse } = invocation;
  const description = toldDescription({ description: subject.description, whenToUse }, dialect);
  if (dialect.placement === "system-prompt") {
    const text = dialect.catalogueEntry({ name, description });
    const kind = dialect.listsOnRequest ? "listed" : "entry";
    return { kind, text, tokens: estimateTokens(text) };
  }
  const [tool] = dialect.tools([{ name, description }], { presentation: "inline" });
  return {
    kind: "tool",
    text: JSON.stringify(tool ?? null, null, 2),
    tokens: estimateTokens(JSON.stringify(tool ?? null)),
  };
}

function countFlags(
  flags: readonly BodyFlag[],
): Pick<AgentView, "commandsNotRun" | "marksNeutralised" | "hiddenRemoved"> {
  const count = (kind: BodyFlag["kind"]) => flags.find((flag) => flag.kind === kind)?.count ?? 0;
  return {
    commandsNotRun: count("dynamic-command-not-run"),
    marksNeutralised: count("closing-tag-neutralised"),
    hiddenRemoved: count("hidden-text-removed"),
  };
}

function viewTools(
  host: readonly ToolDefinition[],
  own: readonly OfferedTool[],
): Pick<AgentView, "tools" | "toolTokens"> {
  const definitions = [...host, ...own.map(({ definition }) => definition)];
  return {
    tools: definitions.map(({ name, description, inputSchema }, index) => ({
      name,
      description,
      parameters: parametersOf(inputSchema),
      ownTo: index < host.length ? "host" : "skill",
    })),
    toolTokens: definitions.length === 0 ? 0 : estimateTokens(JSON.stringify(definitions)),
  };
}

/** `name`, and `offset?` for one that may be left out. */
function parametersOf({ properties, required }: Record<string, unknown>): string[] {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return names.map((name) => (needed.includes(name) ? name : `${name}?`));
}

function setupOf(subject: ViewSubject, dialect: Dialect): SessionSetup {
  const { name, description, files, invocation = usualInvocation } = subject;
  const { whenToUse } = invocation;
  const encoder = new TextEncoder();
  const skillPath = findSkillFile(files.map((file) => file.path));
  return {
    skills: isTold(subject)
      ? [{ ref: { ...ref, name, source: "assignment" }, description, whenToUse, priority: 1 }]
      : [],
    unavailable: [],
    mode: dialect.modes[0],
    budgetCharacters: dialect.budgetCharacters(rehearsalWindowTokens),
    dialect,
    limits: runtimeLimits,
    source: {
      listFiles: async () => files,
      readFile: async (_skill, path) => {
        const text = files.find((file) => file.path === path)?.text;
        return text === undefined || path !== skillPath ? null : encoder.encode(text);
      },
      isInLibrary: async () => false,
    },
    log: unkeptLog,
    countTokens: estimateTokens,
    sha256: () => ref.digest,
  };
}
