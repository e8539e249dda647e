import type { DialectId } from "@/lib/dialects/dialect-heads";
import { findDialect } from "@/lib/dialects/find-dialect";
import { findHiddenText } from "@/lib/kernel/hidden-text";
import { assemblePrompt } from "@/lib/runtime/assemble-prompt";
import type { Dialect } from "@/lib/runtime/dialect";
import type { PayloadOf } from "@/lib/runtime/events";
import { runtimeLimits } from "@/lib/runtime/limits";
import type { Sha256, SkillSource, TokenCounter } from "@/lib/runtime/ports";
import type { SessionSkill } from "@/lib/runtime/session-setup";
import { SkillSession } from "@/lib/runtime/skill-session";
import { PlainLog } from "./plain-log";
import type { SeenOfDialect, SeenPart } from "./see-requests";
import { type RawCall, withFolder } from "./with-folder";

/** Where a dialect says that skills lie. */
export const dialectFolder = "skill:/";

/** The same calls on the same skills, through the dialect, with nobody there to ask for leave unless it is said. */
export async function runDialect(
  host: { id: DialectId; marksErrors: boolean; dialect?: Dialect },
  { skills, source }: { skills: readonly SessionSkill[]; source: SkillSource },
  options: {
    calls: readonly RawCall[];
    message: string;
    windowTokens: number;
    countTokens: TokenCounter;
    sha256: Sha256;
    unattended?: boolean;
  },
): Promise<SeenOfDialect> {
  const dialect = host.dialect ?? findDialect(host.id);
  if (!dialect) throw new Error(`There is no dialect ${host.id}.`);
  const log = new PlainLog();
  await log.append({ type: "run-started", payload: startOf(host.id, options) });
  const session = new SkillSession({
    skills,
    unavailable: [],
    mode: "inline",
    budgetCharacters: dialect.budgetCharacters(options.windowTokens),
    dialect,
    limits: runtimeLimits,
    source,
    log,
    countTokens: options.countTokens,
    sha256: options.sha256,
    ...(options.unattended === false ? {} : { unattended: true }),
  });
  await session.injectCatalogue();
  const first = assemblePrompt(log.events());
  const answers: SeenPart[][] = [];
  const defused = new Set<number | string>(listedOtherwise(dialect, skills));
  let ended = false;
  for (const [index, raw] of options.calls.entries()) {
    if (ended) {
      answers.push([]);
      continue;
    }
    const { tool, input } = withFolder(raw, dialectFolder);
    const call = { id: `c${index}`, toolName: tool, input, step: index + 1 };
    await log.append({ type: "model-step", payload: stepOf(call) });
    const event = await session.answerCall(call);
    ended = session.findHostEnd() !== null;
    if ("flags" in event.payload && (event.payload.flags?.length ?? 0) > 0) defused.add(index);
    answers.push(ended ? [] : partsOf(log, event.seq, host.marksErrors));
  }
  return {
    defused,
    events: log.events(),
    told: [
      { place: "system-prompt", text: first.system },
      ...first.messages.flatMap(({ role, parts }) =>
        parts.flatMap((part) =>
          part.type === "text"
            ? [{ place: role === "system" ? "after-first-message" : "first-message", text: part.text }]
            : [],
        ),
      ),
    ],
    tools: first.tools,
    answers,
  };
}

/** Names of skills whose line of the list is not as the host would write it: their descriptions would pass for its marks. */
function listedOtherwise(dialect: Dialect, skills: readonly SessionSkill[]): string[] {
  const entryOf = (description: string) => dialect.catalogueEntry({ name: "a", description });
  const leavesTags = entryOf("<b>").includes("<b>");
  const isOtherwise = (text: string) =>
    findHiddenText(text).length > 0 || (leavesTags && entryOf(text.replaceAll("&lt;", "")).includes("&lt;"));
  return skills.flatMap(({ ref, description }) => (isOtherwise(description) ? [ref.name] : []));
}

/** What the model got with an event, whoever is said to have said it. */
const partsOf = (log: PlainLog, seq: number, marksErrors: boolean): SeenPart[] =>
  assemblePrompt(log.events())
    .messages.filter(({ role }) => role !== "assistant")
    .flatMap(({ parts }) => parts)
    .filter((part) => part.seq === seq)
    .flatMap((part): SeenPart[] =>
      part.type === "tool-result"
        ? [{ kind: "result", isError: marksErrors && part.isError === true, text: part.text }]
        : part.type === "text"
          ? [{ kind: "text", isError: false, text: part.text }]
          : [],
    );

const stepOf = ({
  id,
  toolName,
  input,
  step,
}: {
  id: string;
  toolName: string;
  input: unknown;
  step: number;
}) => ({
  step,
  request: { throughSeq: 0, sha256: "", messages: 0, tokens: 0 },
  response: {
    content: [{ type: "tool-call" as const, id, toolName, input, tokens: 0 }],
    finishReason: "tool-calls",
  },
  tokens: { input: 0, output: 0, cached: null, source: "estimate" as const },
  timeToFirstTokenMs: null,
  durationMs: 0,
  cost: null,
});

const startOf = (
  dialect: DialectId,
  { message, windowTokens }: { message: string; windowTokens: number },
): PayloadOf<"run-started"> => ({
  message,
  messageTokens: 0,
  dialect,
  mode: "inline",
  overlay: [],
  offered: [],
  unavailable: [],
  startedBy: { id: nobody, name: "" },
  agent: { id: nobody, slug: dialect, name: dialect, revision: 1 },
  model: { id: dialect, name: dialect, kind: "rules", windowTokens },
  systemPrompt: { text: "", tokens: 0, source: "agent" },
});

const nobody = "00000000-0000-7000-8000-000000000000";
