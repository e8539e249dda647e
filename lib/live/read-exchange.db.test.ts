import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import type { WireExchange } from "@/lib/hosts/exchange-facts";
import type { UnderstoodReading } from "@/lib/hosts/exchange-reading-schema";
import { sha256 } from "@/lib/platform/crypto";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  launchedText,
  type ScriptedHost,
  scriptedRequest,
  skillFolder,
  streamedMessage,
} from "@/lib/testing/hosts/host-requests";
import { aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { readExchange } from "./read-exchange";

const { db } = testDatabase();
const notes = { name: "release-notes", description: "Writes release notes.", body: "# Notes\n\nOne line.\n" };
const message = "The password is swordfish";
const given = "for Acme only";
const said = "I shall tell nobody.";

const wire = (host: Partial<ScriptedHost> = {}, more: Partial<WireExchange> = {}): WireExchange => ({
  protocol: "messages",
  modelAsked: "m",
  userAgent: "",
  before: null,
  request: scriptedRequest("messages", { skills: [], message, calls: [], ...host }),
  answer: { contentType: "text/event-stream", text: streamedMessage([{ text: said }]) },
  ...more,
});

async function read(context: Context, exchange: WireExchange): Promise<UnderstoodReading> {
  const reading = await readExchange(context, exchange);
  if (!reading.understood) throw new Error(reading.message);
  return reading;
}

const launch = (name: string, input: object = {}) => ({
  tool: "Skill",
  input: { skill: name, ...input },
  result: "Launched.",
  texts: [launchedText(name, notes.body)],
});
const command = (path: string, text = "") => ({ tool: "Read", input: { file_path: path }, result: text });

describe("what is read of an exchange", () => {
  it("are its skills by name, version and size, and what was said besides by size alone", async () => {
    const ines = await aContext(db);
    const skillId = await aStoredSkill(ines, notes);
    const { facts, answerFacts, host, isAnswered } = await read(
      ines,
      wire({ skills: [notes], calls: [launch(notes.name, { args: given })] }),
    );
    expect([host, isAnswered]).toEqual(["claude-code", true]);
    expect(facts.map(({ kind }) => kind)).toEqual(["catalogue", "asked", "called", "activated"]);
    expect(facts[0]?.found).toMatchObject({ ours: [notes.name], others: [] });
    expect(facts[3]).toMatchObject({
      name: notes.name,
      by: "tool",
      skill: { skillId, version: 1 },
      recognised: { as: "version", latestVersion: 1 },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(answerFacts).toMatchObject([{ kind: "said", bytes: 0, sha256: "" }]);
    expect(answerFacts[0]?.tokens).toBeGreaterThan(3);
  });

  it("holds no word of anybody's, nor a digest that guesses could be tried on", async () => {
    const ines = await aContext(db);
    await aStoredSkill(ines, notes);
    const bash = { tool: "Bash", input: { command: "cat /etc/shadow" }, result: "root:x" };
    const reading = await read(ines, wire({ calls: [launch(notes.name, { args: given }), bash] }));
    const stored = JSON.stringify(reading);
    const texts = [message, given, said, "root:x", "cat /etc/shadow", notes.body];
    for (const text of [...texts, JSON.stringify(bash.input), launchedText(notes.name, notes.body)])
      for (const one of [text, sha256(text)]) expect(stored).not.toContain(JSON.stringify(one).slice(1, -1));
    for (const { kind, bytes, sha256: digest } of reading.facts)
      if (kind === "asked" || kind === "called" || kind === "tool") expect([bytes, digest]).toEqual([0, ""]);
  });

  it("goes on behind what was read before, and begins again where the history is another one", async () => {
    const ines = await aContext(db);
    await aStoredSkill(ines, notes);
    const first = await read(ines, wire());
    const calls = [launch(notes.name)];
    const second = await read(ines, wire({ calls }, { before: first }));
    expect([second.from, second.rewrittenFrom]).toEqual([first.messages, null]);
    expect(second.facts.map(({ kind }) => kind)).toEqual(["activated"]);
    const shorter = await read(ines, wire({ message: "A summary." }, { before: second }));
    expect(shorter.rewrittenFrom).toBe(second.messages);
    const odd = await read(ines, wire({ calls }, { before: { understood: "no" } }));
    expect([odd.from, odd.facts.length]).toEqual([0, 3]);
  });

  it("tells the model's words behind an answer that was not read to its end", async () => {
    const ines = await aContext(db);
    const cut = await read(ines, wire({}, { answer: null }));
    const next = wire({ after: [{ said: "As I said", asked: "Go on" }] }, { before: cut });
    expect((await read(ines, next)).facts.map(({ kind }) => kind)).toEqual(["said", "asked"]);
  });
});

describe("names and paths that cannot be kept", () => {
  it.each(["release\u0000notes", "\u0000", "notes\ud800", "release-notes\u0000"])(
    "are those of nothing here, and the rest is read: %j",
    async (odd) => {
      const ines = await aContext(db);
      await aStoredSkill(ines, notes);
      const folder = `${skillFolder}/${notes.name}`;
      const skills = [notes, { name: odd, description: "Odd." }];
      const calls = [
        launch(odd),
        launch(notes.name),
        command(`${folder}/references/${odd}.md`, "Some text of a file."),
      ];
      const { facts } = await read(ines, wire({ skills, calls }));
      const activated = facts.filter(({ kind }) => kind === "activated");
      expect(activated.map(({ skill }) => skill?.name ?? null)).toEqual([null, notes.name]);
      expect(facts.find(({ kind }) => kind === "catalogue")?.found?.ours).toEqual([notes.name]);
      expect(facts.at(-1)).toMatchObject({ kind: expect.stringMatching(/^(?:read|tool)$/) });
    },
  );
});

describe("what is too much to be read", () => {
  it.each([
    ["files", { calls: Array.from({ length: 201 }, (_, at) => launch(`skill-${at}`)) }],
    ["facts", { calls: Array.from({ length: 2_501 }, () => command("/elsewhere/x.md", "x")) }],
    [
      "listed skills",
      { skills: Array.from({ length: 2_001 }, (_, at) => ({ name: `skill-${at}`, description: "One." })) },
    ],
  ])("is said to be so: %s", async (_, host) => {
    const reading = await readExchange(await aContext(db), wire(host));
    expect(reading).toEqual({ understood: false, message: expect.stringContaining("too much") });
  });

  it("is not what just fits", async () => {
    const calls = Array.from({ length: 200 }, (_, at) => launch(`skill-${at}`));
    expect((await readExchange(await aContext(db), wire({ calls }))).understood).toBe(true);
  });

  it("nor is what is no request of its protocol, which is not understood", async () => {
    const ines = await aContext(db);
    for (const request of [null, 7, {}, { messages: "Hello" }])
      expect(await readExchange(ines, wire({}, { request }))).toMatchObject({
        understood: false,
        message: expect.stringContaining("none that is known"),
      });
  });
});
