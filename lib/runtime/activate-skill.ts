import { assemblePrompt } from "./assemble-prompt";
import { decideRepeat, type Repeat } from "./decide-repeat";
import type { SkillError } from "./dialect";
import type { EventOf, NewEvent, OfferedTool, PayloadOf, SessionEvent, SkillRef, ToolCall } from "./events";
import type { ActivationText, Receipt } from "./ports";
import { readSkill, type SkillText, unreadable } from "./read-skill";
import type { SessionSetup } from "./session-setup";

/** What a command gave of a skill, where that loads it: the text that came in is this one. */
export type GivenText = Pick<PayloadOf<"skill-activated">, "result" | "flags">;
export type ActivationRequest = {
  skill: SkillRef;
  arguments: string;
  call: ToolCall | null;
  given?: GivenText;
};
type Rendered = { text: string; sha256: string; tokens: number; payload: PayloadOf<"skill-activated"> };

/** The text an activation would put into the prompt, or why there is none. Reads SKILL.md and the file list. */
export async function renderActivation(
  setup: SessionSetup,
  request: ActivationRequest,
): Promise<Rendered | SkillError> {
  const { skill, call } = request;
  const read = await readSkill(setup, skill);
  if (!read.ok) return unreadable(skill, read.why);
  const leaveAsked = call !== null && setup.dialect.asksLeave?.(read.skill.frontmatter) === true;
  if (leaveAsked && setup.unattended) return withoutLeave(skill.name);
  const whole = activationText(setup, skill, read.skill, request.arguments);
  const { sha256 } = whole;
  const { result: text, flags } = request.given ?? { result: whole.text, flags: whole.flags };
  const tokens = request.given ? setup.countTokens(text) : whole.tokens;
  const payload = {
    skill,
    textSha256: sha256,
    arguments: request.arguments,
    flags,
    askedBy: call === null ? ("person" as const) : ("model" as const),
    call,
    result: text,
    tokens,
    ...(leaveAsked ? { leaveAsked } : {}),
    ...(call === null ? {} : launched(setup, skill.name)),
    ...ownTools(setup, skill.name, read.skill),
  };
  return { text, sha256, tokens, payload };
}

const withoutLeave = (name: string): SkillError => ({
  rule: "needs-leave",
  message: `${name} is loaded only when a person allows it, and nobody is there to ask`,
  skillName: name,
  path: null,
});

/** What the call itself is answered, where the text comes behind it. */
function launched(
  { dialect, countTokens }: SessionSetup,
  name: string,
): Pick<PayloadOf<"skill-activated">, "callResult"> {
  const text = dialect.launched?.({ name });
  return text === undefined ? {} : { callResult: { text, tokens: countTokens(text) } };
}

/** What the dialect makes of a skill, or made of these very bytes and arguments before. */
export function activationText(
  { dialect, limits, countTokens, sha256, cache }: SessionSetup,
  { name, digest }: SkillRef,
  { description, frontmatter, body, written, document, resources, scripts }: SkillText,
  args: string,
): ActivationText {
  const key = `${dialect.id} ${dialect.wording?.digest ?? ""} ${limits.listedResources} ${digest} ${name} ${args}`;
  const held = cache?.activations.get(key);
  if (held) return held;
  const { text, flags } = dialect.activation({
    name,
    description,
    frontmatter,
    body,
    written,
    document,
    arguments: args,
    resources: resources.slice(0, limits.listedResources),
    scripts,
    unlisted: Math.max(0, resources.length - limits.listedResources),
  });
  const made = { text, flags, sha256: sha256(text), tokens: countTokens(text) };
  cache?.activations.set(key, made, text.length + key.length);
  return made;
}

/** What an activation would bring in without arguments; null for a skill that cannot be read. */
export async function textWithoutArguments(setup: SessionSetup, skill: SkillRef): Promise<string | null> {
  const read = await readSkill(setup, skill);
  return read.ok ? activationText(setup, skill, read.skill, "").text : null;
}

/** The tools that come and go with a skill's text; nothing for a skill without tools, or where the host registers none. */
export function ownTools(
  { dialect, countTokens }: SessionSetup,
  skillName: string,
  { tools }: SkillText,
): { tools?: OfferedTool[]; toolTokens?: number } {
  const offered = tools.flatMap((tool) => {
    const definition = dialect.skillTool?.(skillName, tool);
    return definition ? [{ tool: tool.name, definition }] : [];
  });
  if (offered.length === 0) return {};
  return {
    tools: offered,
    toolTokens: countTokens(JSON.stringify(offered.map(({ definition }) => definition))),
  };
}

/**
 * The event that an activation becomes, given the receipts the branch holds of this skill. A body that stands in the
 * prompt from the start holds its receipt in the event of the catalogue.
 */
export function decideActivation(
  setup: SessionSetup,
  rendered: Rendered,
  stored: readonly Receipt[],
): NewEvent {
  const { payload } = rendered;
  const events = setup.log.events();
  const eager = eagerReceipts(events, payload.skill.skillId);
  const inPrompt = new Set([
    ...assemblePrompt(events)
      .messages.flatMap(({ parts }) => parts)
      .flatMap(({ source, seq }) => (source.kind === "skill" ? [seq] : [])),
    ...eager.flatMap(({ seq, current }) => (current ? [seq] : [])),
  ]);
  const repeat = decideRepeat(setup.dialect.onRepeat, payload, {
    held: [...eager, ...stored],
    isInPrompt: ({ seq }) => inPrompt.has(seq),
  });
  switch (repeat.kind) {
    case "first":
      return { type: "skill-activated", payload };
    case "already-active":
      return alreadyActive(setup, payload, repeat.since);
    case "again":
      return again(setup, payload, repeat);
  }
}

/** The whole text once more: what of it was in the prompt already is what the repeat cost. */
function again(
  { dialect, countTokens }: SessionSetup,
  payload: PayloadOf<"skill-activated">,
  { reason, previous }: Extract<Repeat, { kind: "again" }>,
): NewEvent {
  const note = payload.call === null ? undefined : dialect.launchedAgain?.({ name: payload.skill.name });
  return {
    type: "skill-reactivated",
    payload: {
      ...payload,
      ...(note === undefined ? {} : { note: { text: note, tokens: countTokens(note) } }),
      reason,
      previous,
      ...(reason === "repeated" ? { tokensRepeated: payload.tokens } : {}),
    },
  };
}

/** `current`: the prompt as it would be sent now begins with it. */
function eagerReceipts(events: readonly SessionEvent[], skillId: string): (Receipt & { current: boolean })[] {
  const catalogues = events.filter(
    (event): event is EventOf<"catalogue-injected"> => event.type === "catalogue-injected",
  );
  const runId = events.findLast(({ type }) => type === "run-started")?.runId;
  return catalogues.flatMap((event) => {
    const entry = event.payload.eager?.find(({ skill }) => skill.skillId === skillId);
    if (!entry) return [];
    const first = catalogues.find(({ seq }) => seq === event.payload.unchangedSinceSeq) ?? event;
    const { turn, seq } = first;
    return [{ textSha256: entry.textSha256, arguments: "", turn, seq, current: event.runId === runId }];
  });
}

function alreadyActive(
  { dialect, countTokens }: SessionSetup,
  payload: PayloadOf<"skill-activated">,
  since: PayloadOf<"skill-already-active">["since"],
): NewEvent {
  const { flags: _, tools: __, toolTokens: ___, leaveAsked: ____, ...rest } = payload;
  const { name } = payload.skill;
  const said = dialect.alreadyActive?.({ name, turn: since.turn, arguments: payload.arguments });
  const result = said ?? `Skill ${name} is active already.`;
  const tokens = countTokens(result);
  return {
    type: "skill-already-active",
    payload: { ...rest, result, tokens, since, tokensSaved: Math.max(0, payload.tokens - tokens) },
  };
}
