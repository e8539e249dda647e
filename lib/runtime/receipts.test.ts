import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aRunStarted, aSkillSession, MemoryLog } from "@/lib/testing/sessions/skill-sessions";
import { assemblePrompt } from "./assemble-prompt";
import type { SessionEvent } from "./events";

const names = ["triage", "notes", "query"] as const;
type Name = (typeof names)[number];

const action = fc.oneof(
  fc.record({
    kind: fc.constant("activate" as const),
    name: fc.constantFrom(...names),
    args: fc.constantFrom("", "x", "y"),
    by: fc.constantFrom("model" as const, "person" as const),
  }),
  fc.record({
    kind: fc.constant("edit" as const),
    name: fc.constantFrom(...names),
    body: fc.constantFrom("A", "B"),
  }),
  fc.record({ kind: fc.constant("read" as const), name: fc.constantFrom(...names) }),
  fc.record({ kind: fc.constant("shorten" as const), windowTokens: fc.integer({ min: 40, max: 600 }) }),
  fc.record({ kind: fc.constant("turn" as const) }),
  fc.record({ kind: fc.constant("restart" as const) }),
  fc.record({ kind: fc.constant("fork" as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant("together" as const),
    name: fc.constantFrom(...names),
    args: fc.constantFrom("", "x"),
    times: fc.integer({ min: 2, max: 4 }),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const skillFile = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: What ${name} does.\n---\n\n${body.repeat(40)} $ARGUMENTS\n`;

/** A conversation that is acted upon, with what must hold of the prompt checked from outside, by its texts alone. */
class World {
  log = new MemoryLog();
  private readonly bodies = new Map<Name, string>(names.map((name) => [name, "A"]));
  private windowTokens = 200_000;
  private calls = 0;
  private session = this.open();

  async begin(): Promise<void> {
    const payload = aRunStarted("Go on");
    await this.log.append({
      type: "run-started",
      payload: { ...payload, model: { ...payload.model, windowTokens: this.windowTokens } },
    });
    await this.session.injectCatalogue();
  }

  async act(step: Action): Promise<void> {
    switch (step.kind) {
      case "activate":
        return this.activate(step.name, step.args, step.by);
      case "together":
        return this.activateTogether(step);
      case "edit":
        this.bodies.set(step.name, step.body);
        this.session = this.open();
        return;
      case "read":
        await this.answer("read_skill_resource", { name: step.name, path: "notes.md" });
        return;
      case "shorten":
        this.windowTokens = step.windowTokens;
        await this.nextTurn();
        await this.session.shortenHistory();
        this.windowTokens = 200_000;
        return;
      case "turn":
        return this.nextTurn();
      case "restart":
        this.session = this.open();
        return;
      case "fork":
        // A fork begins with a run of its own.
        this.log = this.log.fork(Math.max(1, Math.floor(step.share * this.log.events().length)));
        this.session = this.open();
        return this.nextTurn();
    }
  }

  private open() {
    const packages = Object.fromEntries(
      names.map((name) => [
        name,
        { "SKILL.md": skillFile(name, this.bodies.get(name) ?? "A"), "notes.md": "note ".repeat(30) },
      ]),
    );
    return aSkillSession(packages, { log: this.log }).session;
  }

  private async nextTurn(): Promise<void> {
    this.log.turn += 1;
    await this.begin();
  }

  /** One model step with its calls, as a run makes it. */
  private async answer(toolName: string, input: unknown, times = 1): Promise<SessionEvent[]> {
    const calls = Array.from({ length: times }, () => {
      this.calls += 1;
      return { id: `call-${this.calls}`, toolName, input, step: 1 };
    });
    const content = calls.map(({ id }) => ({ type: "tool-call" as const, id, toolName, input, tokens: 5 }));
    const step = { step: 1, timeToFirstTokenMs: null, durationMs: 1, cost: null };
    await this.log.append({
      type: "model-step",
      payload: {
        ...step,
        request: { throughSeq: 1, sha256: "", messages: 1, tokens: 1 },
        response: { content, finishReason: "tool-calls" },
        tokens: { input: 1, output: 1, cached: null, source: "estimate" },
      },
    });
    return Promise.all(calls.map((call) => this.session.answerCall(call)));
  }

  private async activate(name: Name, args: string, by: "model" | "person"): Promise<void> {
    const before = this.texts();
    if (by === "model") {
      const [event] = await this.answer("activate_skill", { name, arguments: args });
      if (event) this.check(event, before);
      return;
    }
    await this.session.answerMentions(`/${name} ${args}`);
    const event = this.log.events().at(-1);
    if (event) this.check(event, before);
  }

  private async activateTogether({
    name,
    args,
    times,
  }: Extract<Action, { kind: "together" }>): Promise<void> {
    const before = this.texts();
    const events = await this.answer("activate_skill", { name, arguments: args }, times);
    const injected = events.filter(({ type }) => type !== "skill-already-active");
    const [first] = injected;
    expect(injected.length).toBeLessThanOrEqual(1);
    if (first) this.check(first, before);
    else expect(before).toContain(this.textOf(name, args));
    this.checkOnce();
  }

  /** The oracle: what this activation renders to, found without the runtime's receipts. */
  private textOf(name: Name, args: string): string | undefined {
    return this.texts().find((text) =>
      text.startsWith(
        `<skill_content name="${name}">\n${(this.bodies.get(name) ?? "A").repeat(40)} ${args}`.trimEnd(),
      ),
    );
  }

  private check(event: SessionEvent, before: readonly string[]): void {
    if (event.type === "skill-already-active") {
      const since = this.log.events().find(({ seq }) => seq === event.payload.since.seq);
      const text = since && "result" in since.payload ? since.payload.result : "";
      expect(before).toContain(text);
    } else if (event.type === "skill-activated" || event.type === "skill-reactivated") {
      expect(before).not.toContain(event.payload.result);
      expect(this.texts()).toContain(event.payload.result);
    } else throw new Error(`An activation became ${event.type}.`);
    this.checkOnce();
  }

  /** No text of a skill stands in the prompt twice. */
  private checkOnce(): void {
    const texts = this.texts();
    expect(new Set(texts).size).toBe(texts.length);
  }

  private texts(): string[] {
    return assemblePrompt(this.log.events())
      .messages.flatMap(({ parts }) => parts)
      .flatMap((part) => ("text" in part && part.text.startsWith("<skill_content ") ? [part.text] : []));
  }
}

describe("receipts", () => {
  it("keep a text from being injected while it is in the prompt, and never when it is not", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 25 }), async (steps) => {
        const world = new World();
        await world.begin();
        for (const step of steps) await world.act(step);
      }),
      { numRuns: 150 },
    );
  });
});
