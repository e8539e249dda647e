import { describe, expect, it } from "vitest";
import { alignAnswers } from "./align-answers";
import { compareShapes, compareSlots } from "./compare-shapes";
import type { HostMessage, HostRequest } from "./host-traffic";
import { seeRequests } from "./see-requests";
import { type Shape, shapeOf, withoutRun } from "./shape";
import { skillSteps } from "./skill-steps";
import { skillTextPieces } from "./skill-text-pieces";
import { withFolder } from "./with-folder";

const user = (...parts: HostMessage["parts"]): HostMessage => ({ role: "user", place: "user", parts });
const text = (words: string) => ({ kind: "text", text: words }) as const;
const called = (id: string, tool = "Skill"): HostMessage => ({
  role: "assistant",
  place: "assistant",
  parts: [{ kind: "call", id, tool, input: { skill: id } }],
});
const result = (callId: string, words: string, isError = false) =>
  ({ kind: "result", callId, text: words, isError }) as const;
const request = (messages: HostMessage[]): HostRequest => ({
  protocol: "messages",
  host: null,
  version: null,
  model: "m",
  session: null,
  tools: [],
  messages,
});

describe("what a host's requests say", () => {
  it("is what was told before the first call, and each answer with what stands beside it", () => {
    const last = request([
      user(text("Hello")),
      called("a"),
      user(result("a", "Launched."), text("<system-reminder>x</system-reminder>"), text("Body"), {
        kind: "data",
      }),
      called("b"),
      user(result("b", "No.", true), result("unknown", "?")),
    ]);
    const seen = seeRequests(request([user(text("Hello")), called("z")]), last);
    expect(seen.told).toEqual([{ place: "user", text: "Hello" }]);
    expect(seen.answers).toEqual([
      [
        { kind: "result", isError: false, text: "Launched." },
        { kind: "text", isError: false, text: "Body" },
        { kind: "data", isError: false, text: "" },
      ],
      [{ kind: "result", isError: true, text: "No." }],
      [{ kind: "result", isError: false, text: "?" }],
    ]);
    expect(seen.answered.map(({ tool }) => tool)).toEqual(["Skill", "Skill", ""]);
  });

  it("is put beside the calls of a script, and nothing beside one that was not made", () => {
    const answers = [[{ kind: "result" as const, isError: false, text: "one" }]];
    const answered = [{ tool: "Skill", input: { skill: "a" } }];
    const calls = [
      { tool: "Skill", input: { skill: "b" } },
      { tool: "Skill", input: { skill: "a" } },
    ];
    expect(alignAnswers({ answers, answered }, calls)).toEqual([[], answers[0]]);
  });
});

describe("a shape", () => {
  const context = {
    names: ["notes"],
    asked: ["for 1.2"],
    skillTextPieces: ["Write short sentences"],
    places: [["{skills}", "/home/skills"]] as const,
    sha256: (one: string) => `${one.length}`.padEnd(12),
  };
  const answer = (words: string): Shape["answers"][number] =>
    shapeOf(
      { told: [], tools: [], answers: [[{ kind: "result", isError: false, text: words }]] },
      context,
      new Set(),
    ).answers[0] ?? [];
  const lines = (words: string) => answer(words)[0]?.lines;

  it("has no words, and names, numbers, tags and places where they stand", () => {
    expect(lines("Launching notes for 1.2 now")).toEqual(["…notes…for 1.2…"]);
    expect(lines("<b>3 of 4</b> at /home/skills/x")).toEqual(["<b>3…4</b>…{skills}…"]);
    expect(lines("notesy")).toEqual(["…"]);
  });

  it("has the skill's own lines as their length and digest", () => {
    expect(lines("Write short sentences.")?.[0]).toMatch(/^=22:/);
  });

  it("of a command leaves out what is another one each time", () => {
    expect(withoutRun("Chunk ID: 0a1b2c\nWall time: 1.5 s")).toBe("Chunk ID: {run}\nWall time: {time} s");
    expect(withoutRun("Nothing: 0a1b2c")).toBe("Nothing: 0a1b2c");
  });

  it("finds the list and the fields of tools", () => {
    const shape = shapeOf(
      {
        told: [
          { place: "first-message", text: "<system-reminder>\n- notes: A\n- own: B\n</system-reminder>" },
        ],
        tools: [
          {
            name: "Skill",
            inputSchema: {
              properties: { skill: { type: "string", enum: ["own", "notes"] } },
              required: ["skill"],
            },
          },
          { name: "Other", inputSchema: {} },
        ],
        answers: [],
      },
      context,
      new Set(["Skill"]),
    );
    expect(shape.catalogue).toMatchObject({ place: "first-message", frame: "system-reminder" });
    expect(shape.catalogue.entries).toHaveLength(1);
    expect(shape.tools).toEqual([
      { name: "Skill", required: ["skill"], properties: { skill: "string of notes" } },
    ]);
  });

  it("is compared place by place", () => {
    const shape: Shape = {
      catalogue: { place: "system-prompt", frame: "", entries: ["notes =1", "triage =2"] },
      tools: [{ name: "Skill", required: ["skill"], properties: { skill: "string" } }],
      answers: [answer("Done.")],
    };
    expect(compareShapes(shape, shape, ["Skill {}"])).toEqual([]);
    const other: Shape = {
      catalogue: { ...shape.catalogue, entries: ["triage =2", "notes =3"] },
      tools: [],
      answers: [],
    };
    const found = compareShapes(other, shape, ["Skill {}"]);
    expect(found.map(({ where }) => where)).toEqual([
      "catalogue.entries notes",
      "catalogue.order",
      "tools.Skill.required",
      "tools.Skill.properties.skill",
      "answers[0] Skill {}",
    ]);
    expect(found.at(-1)?.host).toBe("nothing");
    expect(compareSlots(shape, shape, []).map(({ where }) => where)).toContain("catalogue.place");
  });
});

it("takes a skill's lines for its own, cut where something may be put in", () => {
  const bytes = (words: string) => new TextEncoder().encode(words);
  expect(
    skillTextPieces([bytes("# Notes of ours\nshort\nUse $ARGUMENTS in here\nUse $ARGUMENTS in here"), null]),
  ).toEqual(["# Notes of ours", "in here"]);
  expect(skillTextPieces([new Uint8Array([65, 0, 66])])).toEqual([]);
});

it("puts the folder of skills into a call, and only into its texts", () => {
  const input = {
    file: "{{skills}}/a {{skills}}",
    lines: 3,
    words: ["{{skills}}", 3],
    more: { a: "{{skills}}" },
  };
  expect(withFolder({ tool: "{{skills}}", input }, "/x")).toEqual({
    tool: "{{skills}}",
    input: { file: "/x/a /x", lines: 3, words: ["/x", 3], more: { a: "{{skills}}" } },
  });
});

it("has no step for what is about no skill", () => {
  expect(skillSteps([])).toEqual([]);
});
