import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { eventSchema, type SkillRef } from "@/lib/runtime/events";
import {
  launchedText,
  type ScriptedHost,
  scriptedRequest,
  skillFolder,
  streamedMessage,
} from "@/lib/testing/hosts/host-requests";
import { exchangeFacts } from "./exchange-facts";
import { type ReadFact, type Reading, readingSchema } from "./exchange-reading-schema";
import { type KeptExchange, liveEvents } from "./live-events";
import type { SkillFact } from "./skill-facts";
import { skillSteps } from "./skill-steps";
import { weighFact } from "./weigh-fact";

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const countTokens = (text: string) => Math.ceil(text.length / 4);
const notes: SkillRef = {
  skillId: id(9),
  name: "release-notes",
  version: 3,
  draftRevision: null,
  digest: "d".repeat(64),
};

/** Knows one skill of this workspace by its name, and takes each of its texts for v3. */
function weigh(fact: SkillFact): ReadFact {
  const read = weighFact(fact, countTokens, sha256);
  const isOurs = "name" in fact && fact.name === "release-notes";
  if (!isOurs || fact.kind === "refused") return read;
  return { ...read, skill: notes, recognised: { as: "version", latestVersion: 5 } };
}

type Step = { host: Partial<ScriptedHost>; answer: string | null; kept?: Partial<KeptExchange> };

/** Exchanges of one conversation, read one after the other; `withWords` as a workspace keeps them. */
function play(steps: readonly Step[], withWords = true): KeptExchange[] {
  let before: Reading | null = null;
  return steps.map(({ host, answer, kept }, at): KeptExchange => {
    const found = exchangeFacts(
      {
        protocol: "messages",
        modelAsked: "m",
        userAgent: "",
        before,
        request: scriptedRequest("messages", { skills: [], message: "Write the notes", calls: [], ...host }),
        answer: answer === null ? null : { contentType: "text/event-stream", text: answer },
      },
      sha256,
    );
    if (!found) throw new Error("It was not understood.");
    const { from, rewrittenFrom, chain, request } = found;
    before = readingSchema.parse({
      understood: true,
      host: request.host,
      version: request.version,
      from,
      rewrittenFrom,
      chain,
      messages: request.messages.length,
      facts: found.facts.map(weigh),
      answerFacts: found.answerFacts.map(weigh),
      isAnswered: found.answer?.isWhole ?? false,
      finishReason: found.answer?.finishReason ?? "",
    });
    return {
      id: id(100 + at),
      at: "2026-11-22T16:02:00.000Z",
      reading: before,
      status: 200,
      failure: null,
      model: { id: "rehearsal", name: "Rehearsal", kind: "rules" },
      facts: withWords ? found.facts : null,
      answerFacts: withWords ? found.answerFacts : null,
      tokens: { input: 100, output: 12, cached: null, source: "provider" },
      firstByteMs: 5,
      durationMs: 80,
      cost: 0.01,
      ...kept,
    };
  });
}

const conversation = {
  id: id(1),
  hostName: "Claude Code",
  hostVersion: "2.1.330",
  dialect: "claude-code",
  person: { id: id(2), name: "Tomás" },
};
const eventsOf = (kept: readonly KeptExchange[]) => {
  const events = liveEvents(conversation, kept);
  for (const event of events) expect(eventSchema.parse(event)).toEqual(event);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  return events;
};
const types = (kept: readonly KeptExchange[]) => eventsOf(kept).map(({ type }) => type);

const skills = [{ name: "release-notes", description: "Writes." }];
const call = (id: string, tool: string, input: unknown) => streamedMessage([{ id, tool, input }]);
const said = (text: string) => streamedMessage([{ text }]);
const launch = (body = "# Notes\n", more: readonly string[] = []) => ({
  tool: "Skill",
  input: { skill: "release-notes" },
  result: "Launched.",
  texts: [...more, launchedText("release-notes", body)],
});
const skillCall = (at: number) => call(`t${at}`, "Skill", { skill: "release-notes" });

describe("a conversation of a live host", () => {
  const steps: Step[] = [
    { host: { skills }, answer: skillCall(0) },
    { host: { skills, calls: [launch()] }, answer: said("Done.") },
    {
      host: { skills, calls: [launch()], after: [{ said: "Done.", asked: "And for operators" }] },
      answer: said("Also done."),
    },
  ];

  it("is the log that a rehearsal has, one turn for each message of the person", () => {
    expect(types(play(steps))).toEqual([
      "run-started",
      "catalogue-injected",
      "model-step",
      "skill-activated",
      "text",
      "model-step",
      "run-finished",
      "run-started",
      "text",
      "model-step",
      "run-finished",
    ]);
    const [start, list, , activated] = eventsOf(play(steps));
    expect(start?.payload).toMatchObject({
      message: "Write the notes",
      host: { name: "Claude Code", version: "2.1.330" },
      startedBy: { name: "Tomás" },
    });
    expect(list?.payload).toMatchObject({ place: "first-message", found: { others: ["release-notes"] } });
    expect(activated?.payload).toMatchObject({
      skill: notes,
      recognised: { as: "version", latestVersion: 5 },
      result: launchedText("release-notes", "# Notes\n"),
      call: { toolName: "Skill", input: { skill: "release-notes" }, step: 1 },
      callResult: { text: "Launched." },
    });
  });

  it("has the same events without its words, and not one of them", () => {
    const [told, bare] = [eventsOf(play(steps)), eventsOf(play(steps, false))];
    expect(bare.map(({ seq, type, turn }) => [seq, type, turn])).toEqual(
      told.map(({ seq, type, turn }) => [seq, type, turn]),
    );
    expect(skillSteps(bare)).toEqual(skillSteps(told));
    expect(JSON.stringify([bare, play(steps, false)])).not.toMatch(
      /Write the notes|# Notes|Done\.|operators/,
    );
    expect(bare.find(({ type }) => type === "skill-activated")?.payload).toMatchObject({
      tokens: countTokens(launchedText("release-notes", "# Notes\n")),
    });
  });

  it.each([
    ["end_turn", "answered"],
    ["refusal", "refused"],
    ["max_tokens", "cut"],
    ["", "unfinished"],
  ])(
    "tells how its answer ended with %j, as a rehearsal does and also without its words",
    (finishReason, kind) => {
      for (const withWords of [true, false]) {
        const kept = play(steps.slice(0, 2), withWords).map((exchange) =>
          exchange.reading.understood
            ? { ...exchange, reading: { ...exchange.reading, finishReason } }
            : exchange,
        );
        expect(eventsOf(kept).at(-1)?.payload).toMatchObject({ outcome: "done", answer: { kind } });
      }
    },
  );

  it("does not grow by what is sent again", () => {
    const twice = [steps[0], steps[1], steps[1]].flatMap((step) => step ?? []);
    const events = eventsOf(play(twice));
    expect(skillSteps(events)).toHaveLength(1);
  });
});

describe("the same skill again", () => {
  const texts = {
    again: [launch(), launch()],
    noted: [launch(), { ...launch(), texts: ["It stands above."] }],
    changed: [launch(), launch("# Other notes\n", ["Loaded before."])],
    asked: [
      launch(),
      { ...launch("# Notes\n\n\nARGUMENTS: x"), input: { skill: "release-notes", args: "x" } },
    ],
  };
  const all = (calls: ScriptedHost["calls"]) =>
    eventsOf(play([{ host: { skills, calls }, answer: said("Done.") }])).filter(
      ({ type }) => type.startsWith("skill-") && type !== "skill-activated",
    );

  it("is injected again, noted, changed, or asked for with something else", () => {
    expect(all(texts.again)).toMatchObject([{ type: "skill-reactivated", payload: { reason: "repeated" } }]);
    expect(all(texts.noted)).toMatchObject([
      { type: "skill-already-active", payload: { since: { turn: 1 } } },
    ]);
    expect(all(texts.changed)).toMatchObject([{ type: "skill-reactivated", payload: { reason: "changed" } }]);
    expect(all(texts.asked)).toMatchObject([
      { type: "skill-reactivated", payload: { reason: "other-arguments" } },
    ]);
  });

  it("is repeated where an older text of it comes once more, as in a rehearsal", () => {
    const [, third] = all([launch(), launch("# Other notes\n", ["Loaded before."]), launch()]);
    expect(third).toMatchObject({
      type: "skill-reactivated",
      payload: { reason: "repeated", previous: { turn: 1 } },
    });
  });

  it("counts in what the turn came to", () => {
    const ended = (calls: ScriptedHost["calls"], kept: Partial<KeptExchange> = {}) =>
      eventsOf(play([{ host: { skills, calls }, answer: said("Done."), kept }])).findLast(
        ({ type }) => type === "run-finished",
      )?.payload;
    expect(ended(texts.again)).toMatchObject({
      totals: { tokensSaved: 0, steps: 1, durationMs: 80, cost: 0.01 },
    });
    const { totals } = Object(ended(texts.noted));
    expect(totals.tokensSaved).toBeGreaterThan(0);
    // What is not known of one step is not known of the turn.
    expect(ended([launch()], { cost: null })).toMatchObject({ totals: { cost: null } });
  });
});

it("sets skills from elsewhere apart, and tells refusals by what was asked for", () => {
  const calls = [
    { tool: "Skill", input: { skill: "dataviz" }, result: "Ok", texts: [launchedText("dataviz", "Draw.")] },
    { tool: "Skill", input: { skill: "nope" }, result: "Unknown skill: nope", isError: true },
    { tool: "Skill", input: { skill: "release-notes" }, result: "Ask first.", isError: true },
    { ...launch() },
    { tool: "Read", input: { file_path: `${skillFolder}/release-notes/a.md` }, result: "A" },
    {
      tool: "Read",
      input: { file_path: `${skillFolder}/release-notes/b.md` },
      result: "File does not exist.",
      isError: true,
    },
    { tool: "Bash", input: { command: "ls" }, result: "a" },
  ];
  const events = eventsOf(play([{ host: { skills, calls }, answer: said("Done.") }]));
  const told = events.filter(
    ({ type }) => !["run-started", "text", "model-step", "run-finished"].includes(type),
  );
  expect(told).toMatchObject([
    { type: "catalogue-injected" },
    { type: "foreign-skill-activated", payload: { name: "dataviz" } },
    { type: "request-refused", payload: { rule: "unknown-skill", skillName: "nope" } },
    { type: "request-refused", payload: { rule: "by-host", skillName: "release-notes" } },
    { type: "skill-activated" },
    { type: "resource-read", payload: { path: "a.md", skill: notes } },
    { type: "request-refused", payload: { rule: "unknown-resource", path: "b.md" } },
    { type: "tool-called", payload: { answeredBy: "host" } },
  ]);
});

it("says that the history was rewritten, and goes on", () => {
  const steps: Step[] = [
    { host: { skills, calls: [launch()] }, answer: said("Done.") },
    { host: { skills, message: "Summary: notes were written. Go on." }, answer: skillCall(0) },
    {
      host: { skills, message: "Summary: notes were written. Go on.", calls: [launch()] },
      answer: said("Ok."),
    },
  ];
  const events = eventsOf(play(steps));
  expect(events.filter(({ type }) => type === "history-rewritten")).toHaveLength(1);
  // What stood there before the summary is gone, so the text is new again.
  expect(skillSteps(events).map(({ type }) => type)).toEqual(["skill-activated", "skill-activated"]);
});

it("says what was not understood, what failed, and that the person went on", () => {
  const [first] = play([{ host: {}, answer: skillCall(0) }]);
  if (!first) throw new Error("There is one.");
  const failed = { ...first, id: id(7), failure: { code: "CUT", message: "The model's answer broke off." } };
  const other: KeptExchange = { ...first, reading: { understood: false, message: "None that is known." } };
  expect(types([failed])).toEqual(["run-started", "model-step", "run-finished"]);
  expect(eventsOf([failed]).at(-1)?.payload).toMatchObject({ outcome: "failed", error: { code: "CUT" } });
  expect(types([other])).toEqual(["run-started", "not-understood", "run-finished"]);
  expect(eventsOf([first, { ...first, id: id(8) }])[2]).toMatchObject({
    type: "run-finished",
    payload: { outcome: "interrupted" },
  });
});
