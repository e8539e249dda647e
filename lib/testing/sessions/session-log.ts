import type { EventOf, EventType, NewEvent, PayloadOf, SessionEvent, SkillRef } from "@/lib/runtime/events";

/** The same number names the same thing in every test. */
export const anId = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;

export const ines = { id: anId(1), name: "Ines Kovač" };

export const aSkillRef = (overrides: Partial<SkillRef> = {}): SkillRef => ({
  skillId: anId(10),
  name: "incident-triage",
  version: 4,
  draftRevision: null,
  digest: "a".repeat(64),
  ...overrides,
});

/** A skill that the agent has by itself, not by the conversation's overlay. */
export const anAssignedSkill = (number: number, name: string) => ({
  ...aSkillRef({ skillId: anId(number), name }),
  source: "assignment" as const,
});

const answer = { askedBy: "model", call: null, result: "The text.", tokens: 44 } as const;

const aScriptStarted: PayloadOf<"script-started"> = {
  call: { id: "call-1", toolName: "run_skill_script", input: {}, step: 1 },
  skill: aSkillRef(),
  script: {
    command: "python3 /skills/incident-triage/scripts/count.py",
    stdin: null,
    skills: [aSkillRef()],
    files: 2,
    backend: { id: "simulated-shell", about: "Simulated shell." },
  },
  allowedBy: ines,
};

const payloads: { [T in EventType]: PayloadOf<T> } = {
  "run-started": {
    message: "Checkout is returning 502s.",
    messageTokens: 12,
    startedBy: ines,
    agent: { id: anId(2), slug: "on-call", name: "On-call assistant", revision: 12 },
    model: { id: "rehearsal", name: "Rehearsal", kind: "rules", windowTokens: 200_000 },
    dialect: "standard",
    mode: "inline",
    overlay: [],
    systemPrompt: { text: "You are on call.", tokens: 318, source: "agent" },
    offered: [{ ...aSkillRef(), source: "assignment" }],
    unavailable: [],
  },
  "catalogue-injected": {
    mode: "inline",
    text: "<available_skills/>",
    sha256: "b".repeat(64),
    tokens: 412,
    characters: 1_340,
    budgetCharacters: 16_000,
    unchangedSinceSeq: null,
    tools: [],
    toolTokens: 486,
    truncated: [],
    omitted: [],
  },
  "skills-routed": { query: "502s", reasoning: "", candidates: [], chosen: [], dropped: [] },
  "skills-searched": { ...answer, query: "502s", candidates: [], chosen: [] },
  "skill-activated": {
    ...answer,
    tokens: 1_204,
    skill: aSkillRef(),
    textSha256: "c".repeat(64),
    arguments: "",
    flags: [],
  },
  "skill-reactivated": {
    ...answer,
    tokens: 1_300,
    skill: aSkillRef(),
    textSha256: "d".repeat(64),
    arguments: "",
    flags: [],
    reason: "changed",
    previous: { turn: 1, seq: 3 },
  },
  "skill-already-active": {
    ...answer,
    skill: aSkillRef(),
    textSha256: "c".repeat(64),
    arguments: "",
    since: { turn: 2, seq: 7 },
    tokensSaved: 1_204,
  },
  "content-evicted": {
    what: "resource",
    evictedSeq: 5,
    skill: aSkillRef(),
    path: "references/severity-matrix.md",
    why: "the oldest file, to stay below 160,000 tokens",
    tokensFreed: 497,
  },
  "resource-read": {
    ...answer,
    tokens: 497,
    skill: aSkillRef(),
    path: "references/severity-matrix.md",
    kind: "text",
    offset: 0,
    bytes: 2_150,
    totalBytes: 2_150,
    nextOffset: null,
  },
  "tool-called": { ...answer, skill: null, answeredBy: "runtime" },
  "foreign-skill-activated": { ...answer, name: "simplify", textSha256: "f".repeat(64) },
  "history-rewritten": { messagesBefore: 40, messages: 3 },
  "not-understood": { message: "The request is not one of this protocol." },
  "script-started": aScriptStarted,
  "script-output": { callId: "call-1", pieces: [{ stream: "stdout", text: "1 page\n" }] },
  "script-ran": {
    ...aScriptStarted,
    end: "exited",
    exitCode: 0,
    stdout: { text: "3 pages\n", bytes: 8 },
    stderr: { text: "", bytes: 0 },
    made: [],
    madeOmitted: 0,
    observed: {
      commands: ["python3 /skills/incident-triage/scripts/count.py"],
      commandsOmitted: 0,
      filesRead: [],
      filesWritten: [],
      hosts: [],
      missing: { commands: [], modules: [] },
    },
    limits: { wallMs: 20_000, memoryMiB: 640, outputBytes: 32_768, madeBytes: 262_144 },
    waitedMs: 0,
    startedMs: 300,
    ranMs: 200,
  },
  "result-awaited": {
    call: { id: "call-1", toolName: "incident-triage__page", input: {}, step: 1 },
    skill: aSkillRef(),
    tool: "page",
    definition: {
      name: "incident-triage__page",
      description: "Pages somebody.",
      inputSchema: { type: "object" },
    },
  },
  "request-refused": {
    ...answer,
    rule: "outside-package",
    skillName: "incident-triage",
    path: "../../oncall/rota.yaml",
    message: "The path leaves the package.",
  },
  "model-step": {
    step: 1,
    request: { throughSeq: 2, sha256: "e".repeat(64), messages: 1, tokens: 1_228 },
    response: { content: [], finishReason: "stop" },
    tokens: { input: 1_228, output: 20, cached: null, source: "estimate" },
    timeToFirstTokenMs: 4,
    durationMs: 400,
    cost: null,
  },
  "model-retried": {
    step: 1,
    attempt: 1,
    code: "RATE_LIMITED",
    message: "The provider asks to wait.",
    waitMs: 2_000,
  },
  text: { step: 1, text: "A piece. ", tokens: 3 },
  "run-finished": {
    outcome: "done",
    error: null,
    totals: {
      steps: 1,
      inputTokens: 1_228,
      outputTokens: 20,
      cachedTokens: null,
      tokensSaved: 0,
      durationMs: 412,
      cost: null,
    },
  },
};

/** Makes the log of a conversation event by event: seq, turn and run follow from the run-started events. */
export class SessionLog {
  readonly events: SessionEvent[] = [];
  private turn = 0;

  /** Adds an event of a usual payload with some of it replaced, and gives it back. */
  add<T extends EventType>(type: T, overrides: Partial<PayloadOf<T>> = {}): EventOf<T> {
    if (type === "run-started") this.turn += 1;
    const seq = this.events.length + 1;
    const fact = { type, payload: { ...payloads[type], ...overrides } } as unknown as NewEvent;
    const event = {
      ...fact,
      seq,
      conversationId: anId(3),
      branchId: anId(4),
      runId: anId(100 + this.turn),
      turn: this.turn,
      at: new Date(Date.UTC(2026, 10, 21, 14, 11, 0) + seq * 100).toISOString(),
      traceId: "7be1f40a".padEnd(32, "0"),
    } as EventOf<T>;
    this.events.push(event);
    return event;
  }
}
