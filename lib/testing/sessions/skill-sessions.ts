import { createHash } from "node:crypto";
import { standardDialect } from "@/lib/dialects/standard";
import {
  type EventOf,
  eventSchema,
  type NewEvent,
  type PayloadOf,
  type SessionEvent,
  type ToolCall,
} from "@/lib/runtime/events";
import { runtimeLimits } from "@/lib/runtime/limits";
import type { EventLog, NewReceipt, Receipt, SkillSource } from "@/lib/runtime/ports";
import type { SessionSetup, SessionSkill } from "@/lib/runtime/session-setup";
import { SkillSession } from "@/lib/runtime/skill-session";
import { estimateTokens } from "@/lib/skills/estimate-tokens";

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The payload of a run's first event; nothing in it but the message matters. */
export const aRunStarted = (message: string): PayloadOf<"run-started"> => ({
  message,
  messageTokens: 1,
  startedBy: { id: id(4), name: "Ines" },
  agent: { id: id(5), slug: "a", name: "A", revision: 1 },
  model: { id: "mock", name: "Mock", kind: "live", windowTokens: 200_000 },
  dialect: "standard",
  mode: "inline",
  overlay: [],
  systemPrompt: { text: "Be brief.", tokens: 3, source: "agent" },
  offered: [],
  unavailable: [],
});

/** A branch's log in memory, with the receipts a database would keep. */
export class MemoryLog implements EventLog {
  private readonly stored: SessionEvent[] = [];
  private readonly receipts: (Receipt & { skillId: string })[] = [];
  turn = 1;
  /** How often the run was ended. */
  endings = 0;
  readonly place = {
    runId: id(101),
    turn: 1,
    branchId: id(2),
    conversationId: id(1),
    workspaceId: id(3),
    traceId: "7".repeat(32),
  };

  events(): readonly SessionEvent[] {
    return this.stored;
  }

  /** Another line with the events up to one of them, and the receipts of what they brought in. */
  fork(throughSeq: number): MemoryLog {
    const line = new MemoryLog();
    line.turn = this.turn;
    for (const event of this.stored.filter(({ seq }) => seq <= throughSeq)) {
      line.stored.push(event);
      if (event.type === "skill-activated" || event.type === "skill-reactivated") line.keep(event);
    }
    return line;
  }

  private keep({ seq, turn, payload }: EventOf<"skill-activated"> | EventOf<"skill-reactivated">): void {
    const { textSha256, arguments: args } = payload;
    const { skillId } = payload.skill;
    const at = this.receipts.findIndex((held) => held.skillId === skillId && held.textSha256 === textSha256);
    if (at >= 0) this.receipts.splice(at, 1);
    this.receipts.push({ skillId, textSha256, arguments: args, turn, seq });
  }

  async append(event: NewEvent): Promise<SessionEvent> {
    return this.add(event);
  }

  private add(event: NewEvent): SessionEvent {
    const added = eventSchema.parse({
      ...event,
      seq: this.stored.length + 1,
      conversationId: id(1),
      branchId: id(2),
      runId: id(100 + this.turn),
      turn: this.turn,
      at: "2026-11-21T14:11:00.000Z",
      traceId: "7".repeat(32),
    });
    this.stored.push(added);
    return added;
  }

  async finish(payload: PayloadOf<"run-finished">): Promise<boolean> {
    this.endings += 1;
    await this.append({ type: "run-finished", payload });
    return this.endings === 1;
  }

  async appendActivation(receipt: NewReceipt, decide: (held: readonly Receipt[]) => NewEvent) {
    const event = decide(this.receipts.filter(({ skillId }) => skillId === receipt.skillId));
    // Nothing comes between deciding and keeping: activations of a branch are taken one at a time.
    const added = this.add(event);
    if (added.type === "skill-activated" || added.type === "skill-reactivated") this.keep(added);
    return added;
  }
}

/** Packages in memory; counts what is read of them. */
export class MemorySource implements SkillSource {
  readonly reads: string[] = [];
  readLikeness?: NonNullable<SkillSource["readLikeness"]>;

  constructor(readonly packages: Record<string, Record<string, string | Uint8Array>>) {}

  async listFiles({ name }: { name: string }) {
    return Object.entries(this.packages[name] ?? {}).map(([path, content]) => ({
      path,
      size: content.length,
    }));
  }

  async readFile({ name }: { name: string }, path: string) {
    const files = this.packages[name] ?? {};
    const content = Object.hasOwn(files, path) ? files[path] : undefined;
    if (content === undefined) return null;
    this.reads.push(`${name}/${path}`);
    return typeof content === "string" ? new TextEncoder().encode(content) : content;
  }

  async isInLibrary(name: string): Promise<boolean> {
    return name === "elsewhere";
  }
}

export function aSessionSkill(name: string, description: string, priority: number): SessionSkill {
  const digest = priority.toString(16).padStart(64, "0");
  const ref = {
    skillId: id(1_000 + priority),
    name,
    version: 1,
    draftRevision: null,
    digest,
    source: "assignment" as const,
  };
  return { ref, description, priority };
}

/** A session over packages in memory: SKILL.md's frontmatter is not read, descriptions are given apart. */
export function aSkillSession(
  packages: Record<string, Record<string, string | Uint8Array>>,
  overrides: Partial<SessionSetup> = {},
) {
  const log = new MemoryLog();
  const source = new MemorySource(packages);
  const setup: SessionSetup = {
    skills: Object.keys(packages).map((name, index) => aSessionSkill(name, `What ${name} does.`, index + 1)),
    unavailable: [],
    mode: "inline",
    budgetCharacters: 16_000,
    dialect: standardDialect,
    limits: runtimeLimits,
    source,
    log,
    countTokens: estimateTokens,
    sha256,
    ...overrides,
  };
  let calls = 0;
  const session = new SkillSession(setup);
  const call = (toolName: string, input: unknown) => {
    calls += 1;
    const made: ToolCall = { id: `call-${calls}`, toolName, input, step: 1 };
    return session.answerCall(made);
  };
  return { session, log, source, setup, call };
}
