import { formatCount } from "@/lib/kernel/format-count";
import { assemblePrompt } from "./assemble-prompt";
import { tokensRepeated } from "./decide-repeat";
import type { EventOf, SessionEvent } from "./events";
import { shorteningShare } from "./limits";

/** One source of what fills the window. `key` is stable over turns, so that columns line up. */
export type LedgerPart = {
  key: string;
  kind: "instructions" | "tools" | "catalogue" | "skill" | "resource" | "history";
  /** A skill's or file's name; the kind's word otherwise. */
  label: string;
  skillName: string | null;
  tokens: number;
};

/** What happened to the window in a turn, in words' order: what stayed out is as telling as what came in. */
export type LedgerChange = {
  kind: "entered" | "left" | "held" | "refused" | "history" | "prefix" | "unchanged-prefix";
  label: string;
  detail: string;
  tokens: number;
  /** The event to look at, when one event did it. */
  seq: number | null;
};

export type LedgerTurn = {
  turn: number;
  runId: string;
  total: number;
  /** They come in the order of the bar: instructions, tools, catalogue, skills, files, history. */
  parts: LedgerPart[];
  changes: LedgerChange[];
};

export type Ledger = {
  windowTokens: number;
  /** From here on a history is shortened. */
  shorteningTokens: number;
  turns: LedgerTurn[];
};

/** The turns to look at: up to this run's, and as many as that. */
export type LedgerRange = { runId: string; columns: number };

/**
 * What filled the window after each turn of a branch, in tokens (estimates), and what changed since the turn
 * before. Made from the same prompt that the model is sent. Pure; every turn costs a reading of all events before
 * it, so a long branch is looked at in a range, whose first turn tells no changes.
 */
export function computeLedger(events: readonly SessionEvent[], range?: LedgerRange): Ledger {
  const runs = events.filter((event): event is EventOf<"run-started"> => event.type === "run-started");
  const last = range ? runs.findIndex(({ runId }) => runId === range.runId) : runs.length - 1;
  const first = range ? Math.max(0, last - range.columns + 1) : 0;
  const turns: LedgerTurn[] = [];
  for (const [index, run] of runs.entries()) {
    if (index < first || index > last) continue;
    const next = runs[index + 1];
    const through = next ? events.filter((event) => event.seq < next.seq) : events;
    const own = through.filter((event) => event.runId === run.runId);
    const parts = partsOf(through, run);
    const before = turns.at(-1);
    const samePrompt = runs[index - 1]?.payload.systemPrompt.text === run.payload.systemPrompt.text;
    turns.push({
      turn: run.turn,
      runId: run.runId,
      total: parts.reduce((sum, part) => sum + part.tokens, 0),
      parts,
      changes: before ? changesOf(before.parts, parts, own, samePrompt) : [],
    });
  }
  const windowTokens = runs.at(-1)?.payload.model.windowTokens ?? 0;
  return { windowTokens, shorteningTokens: Math.floor(windowTokens * shorteningShare), turns };
}

function partsOf(events: readonly SessionEvent[], run: EventOf<"run-started">): LedgerPart[] {
  const catalogue = events.find(
    (event): event is EventOf<"catalogue-injected"> =>
      event.type === "catalogue-injected" && event.runId === run.runId,
  );
  const skills = new Map<string, LedgerPart>();
  const files = new Map<string, LedgerPart>();
  let history = 0;
  const eager = catalogue?.payload.eager ?? [];
  for (const { skill, tokens } of eager)
    add(skills, `skill:${skill.skillId}`, "skill", skill.name, skill.name, tokens);
  const prompt = assemblePrompt(events);
  for (const { source, tokens } of prompt.messages.flatMap((message) => message.parts)) {
    if (source.kind === "history") history += tokens;
    else if (source.kind === "skill")
      add(skills, `skill:${source.skillId}`, "skill", source.name, source.name, tokens);
    else add(files, `file:${source.skillId}:${source.path}`, "resource", source.path, source.name, tokens);
  }
  return [
    plain("instructions", "Instructions", run.payload.systemPrompt.tokens),
    plain("tools", "Tool schemas", prompt.toolTokens),
    plain(
      "catalogue",
      "Catalogue",
      eager.reduce((rest, { tokens }) => rest - tokens, catalogue?.payload.tokens ?? 0),
    ),
    ...skills.values(),
    ...files.values(),
    plain("history", "History", history),
  ];
}

const plain = (kind: LedgerPart["kind"], label: string, tokens: number): LedgerPart => ({
  key: kind,
  kind,
  label,
  skillName: null,
  tokens,
});

function add(
  parts: Map<string, LedgerPart>,
  key: string,
  kind: LedgerPart["kind"],
  label: string,
  skillName: string,
  tokens: number,
): void {
  const part = parts.get(key) ?? { key, kind, label, skillName, tokens: 0 };
  parts.set(key, { ...part, tokens: part.tokens + tokens });
}

const prefixKinds = new Set<LedgerPart["kind"]>(["instructions", "tools", "catalogue"]);

function changesOf(
  before: readonly LedgerPart[],
  after: readonly LedgerPart[],
  own: readonly SessionEvent[],
  samePrompt: boolean,
): LedgerChange[] {
  const earlier = new Map(before.map((part) => [part.key, part.tokens]));
  const later = new Map(after.map((part) => [part.key, part.tokens]));
  const changes = own.flatMap(eventChange);
  for (const part of before.filter(({ key }) => !later.has(key)))
    changes.push({
      label: part.label,
      kind: "left",
      detail: "no longer in the prompt",
      tokens: -part.tokens,
      seq: null,
    });
  const history = after.find(({ kind }) => kind === "history");
  if (history)
    changes.push({
      kind: "history",
      label: "History",
      detail: "messages, notes and answers",
      tokens: history.tokens - (earlier.get("history") ?? 0),
      seq: null,
    });
  const prefix = after.filter(({ kind }) => prefixKinds.has(kind));
  const changed = changedPrefix(own, prefix, earlier, samePrompt);
  changes.push(...changed);
  if (changed.length === 0)
    changes.push({
      kind: "unchanged-prefix",
      label: "Prefix unchanged",
      detail: "instructions, tools and catalogue can stay cached",
      tokens: prefix.reduce((sum, part) => sum + part.tokens, 0),
      seq: null,
    });
  return changes;
}

/** What of the prompt's beginning is another text than before, whether or not it weighs as much. */
function changedPrefix(
  own: readonly SessionEvent[],
  prefix: readonly LedgerPart[],
  earlier: ReadonlyMap<string, number>,
  samePrompt: boolean,
): LedgerChange[] {
  const injected = own.find(
    (event): event is EventOf<"catalogue-injected"> => event.type === "catalogue-injected",
  );
  const isNew = injected?.payload.unchangedSinceSeq === null;
  const isChanged = ({ key, kind, tokens }: LedgerPart) =>
    earlier.get(key) !== tokens ||
    (kind === "instructions" && !samePrompt) ||
    (kind === "catalogue" && isNew);
  return prefix.filter(isChanged).map(({ key, kind, label, tokens }) => ({
    kind: "prefix",
    label,
    detail: "not as before",
    tokens: tokens - (earlier.get(key) ?? 0),
    seq: kind === "catalogue" ? (injected?.seq ?? null) : null,
  }));
}

const whyAgain = {
  changed: "activated again: its text changed",
  "other-arguments": "activated again: other arguments",
  evicted: "activated again: it had left the prompt",
  repeated: "injected again: it was in the prompt already",
} as const satisfies Record<EventOf<"skill-reactivated">["payload"]["reason"], string>;

function eventChange(event: SessionEvent): LedgerChange[] {
  const { seq } = event;
  switch (event.type) {
    case "skill-activated": {
      const { skill, tokens } = event.payload;
      return [{ kind: "entered", label: skill.name, detail: "activated", tokens, seq }];
    }
    case "skill-reactivated": {
      const { skill, tokens, reason } = event.payload;
      const twice = tokensRepeated(event);
      const detail =
        twice > 0
          ? `injected again: ${formatCount(twice, "token")} that were in the prompt already`
          : whyAgain[reason];
      return [{ kind: "entered", label: skill.name, detail, tokens, seq }];
    }
    case "skill-already-active":
      return [
        {
          kind: "held",
          label: event.payload.skill.name,
          detail: "same text, already in the prompt",
          tokens: 0,
          seq,
        },
      ];
    case "resource-read":
      return [
        {
          kind: "entered",
          label: event.payload.path,
          detail: `read from ${event.payload.skill.name}`,
          tokens: event.payload.tokens,
          seq,
        },
      ];
    case "request-refused":
      return [
        {
          kind: "refused",
          label: event.payload.path ?? event.payload.skillName ?? event.payload.rule,
          detail: "only the error came in",
          tokens: event.payload.tokens,
          seq,
        },
      ];
    case "content-evicted":
      return [
        {
          kind: "left",
          label: event.payload.path ?? event.payload.skill?.name ?? "a turn",
          detail: event.payload.why,
          tokens: -event.payload.tokensFreed,
          seq,
        },
      ];
    default:
      return [];
  }
}
