import { describe, expect, it } from "vitest";
import { type BothSides, learnWording } from "./learn-wording";

const folders = { host: "/home/tomas/skills", dialect: "skill:/" };
const list = (heading: string, tail = "") =>
  `<system-reminder>\n${heading}\n\n- notes: Writes.${tail}\n</system-reminder>`;
const told = (text: string) => [{ place: "first-message", text }];
const tool = (description: string, field = "") => ({
  name: "Skill",
  description,
  inputSchema: { type: "object", properties: { skill: { type: "string", description: field } } },
});
const result = (text: string, isError = false) => ({ kind: "result" as const, isError, text });

function learn(given: {
  host?: Partial<BothSides["host"]>;
  dialect?: Partial<BothSides["dialect"]>;
  slots?: BothSides["slots"];
}) {
  const none = { told: [], tools: [], answers: [] };
  return learnWording({
    host: { ...none, ...given.host },
    dialect: { ...none, ...given.dialect },
    slots: given.slots ?? [{ where: "answers[0] Skill {}", host: "", dialect: "", reason: null }],
    names: ["notes"],
    asked: ["for 1.2"],
    skillTextPieces: ["Write short sentences"],
    folders,
  });
}
/** The one text that both sides have as an answer. */
const answer = (host: string, dialect: string, more: { isError?: boolean } = {}) =>
  learn({
    host: { answers: [[result(host, more.isError ?? false)]] },
    dialect: { answers: [[result(dialect)]] },
  });
const reasonsOf = ({ refused }: ReturnType<typeof learn>) =>
  refused.filter(({ where }) => where !== "catalogue").map(({ reason }) => reason);

describe("a sentence of an answer", () => {
  it("is taken around the very same slots", () => {
    expect(answer("Launching notes, 3 files", "Loaded skill: notes (3)").wording.lines).toEqual([
      { from: ["Loaded skill: ", " (", ")"], to: ["Launching ", ", ", " files"] },
    ]);
    expect(answer("Launching notes", "Loaded skill: notes").wording.lines).toEqual([
      { from: ["Loaded skill: ", ""], to: ["Launching ", ""] },
    ]);
    expect(answer("In /home/tomas/skills/notes", "At skill://notes").wording.lines).toEqual([
      { from: ["At ", "/", ""], to: ["In ", "/", ""] },
    ]);
  });

  it.each([
    ["another name", "Launching triage", "Loaded skill: notes", /not the same byte for byte/],
    ["another number", "4 files", "3 files there", /not the same byte for byte/],
    ["another tag", "<a>No.</a>", "<b>None.</b>", /not the same byte for byte/],
    ["another place", "In /etc", "At skill:/", /not the same byte for byte/],
    ["another line", "No.\nNot at all.", "None.", /other parts or lines/],
  ])("is refused with %s", (_, host, dialect, reason) => {
    const learnt = answer(host, dialect);
    expect(learnt.taken).toEqual([]);
    expect(reasonsOf(learnt)).toEqual([expect.stringMatching(reason)]);
    expect(learnt.refused.at(-1)?.where).toBe("answers[0] Skill {}");
  });

  it("is refused where it is an error on one side alone", () => {
    expect(reasonsOf(answer("No.", "None.", { isError: true }))).toEqual([
      expect.stringMatching(/other parts/),
    ]);
  });

  it.each(["a\u200bb", "a\u202eb", "a\u0007b", "a\ud800b", "a\u{e0041}b", "a\u0000b"])(
    "is refused with what nobody sees: %j",
    (text) => {
      expect(reasonsOf(answer(text, "None."))).toEqual([expect.stringMatching(/not seen/)]);
    },
  );

  it("is no line of the skill's own", () => {
    const learnt = answer("Write short sentences here", "Write short sentences there");
    expect(learnt.wording.lines).toEqual([]);
    expect(reasonsOf(learnt)).toEqual([]);
  });

  it("is taken once, and where the host says two things the second is named", () => {
    const learnt = learn({
      host: { answers: [[result("No.")], [result("No.")], [result("Never.")]] },
      dialect: { answers: [[result("None.")], [result("None.")], [result("None.")]] },
      slots: [0, 1, 2].map((at) => ({
        where: `answers[${at}] Read {}`,
        host: "",
        dialect: "",
        reason: null,
      })),
    });
    expect(learnt.taken).toEqual([{ where: "answers[0] Read {}", host: "No.", dialect: "None." }]);
    expect(learnt.refused.filter(({ where }) => where !== "catalogue")).toEqual([
      { where: "answers[2] Read {}", reason: expect.stringMatching(/two things/) },
    ]);
  });

  it("of a command leaves out what is another one each time", () => {
    const learnt = answer(
      "Chunk ID: 0a1b2c\nWall time: 0.0100 seconds\nDone.",
      "Run: 000000\nTook: 0.0000 seconds\nOver.",
    );
    expect(learnt.wording.lines).toEqual([
      { from: ["Run: ", ""], to: ["Chunk ID: ", ""] },
      { from: ["Took: ", " seconds"], to: ["Wall time: ", " seconds"] },
      { from: ["Over."], to: ["Done."] },
    ]);
  });
});

describe("what stands around the list", () => {
  const ours = { told: told(list("Skills that are loaded:")) };

  it("is taken without its frame", () => {
    const { wording, taken } = learn({ host: { told: told(list("They are:", "\n\nAsk.")) }, dialect: ours });
    expect(wording.lists).toEqual([
      {
        before: { from: ["Skills that are loaded:\n\n"], to: ["They are:\n\n"] },
        after: { from: [""], to: ["\n\nAsk."] },
      },
    ]);
    expect(taken).toMatchObject([{ where: "catalogue" }]);
  });

  it.each([
    ["is no list", "Nothing.", /nothing of the kind/],
    ["names a skill", list("They are, notes first:"), /not the same byte/],
    ["opens a frame", list("They are: <system-reminder>"), /marks of a host's frame/],
    ["is too long", list("x".repeat(20_001)), /longer than/],
  ])("is refused where it %s", (_, text, reason) => {
    const { wording, refused } = learn({ host: { told: told(text) }, dialect: ours });
    expect(wording.lists).toEqual([]);
    expect(refused).toEqual([{ where: "catalogue", reason: expect.stringMatching(reason) }]);
  });

  it("is refused where the list is another one, but for an order that is explained", () => {
    const host = { told: told(list("They are:")) };
    const slot = (where: string, reason: string | null) => [{ where, host: "a", dialect: "b", reason }];
    const learnt = learn({ host, dialect: ours, slots: slot("catalogue.entries notes", "Known.") });
    expect(learnt.refused).toMatchObject([{ reason: expect.stringMatching(/list of skills itself/) }]);
    expect(learn({ host, dialect: ours, slots: slot("catalogue.order", "Known.") }).taken).toHaveLength(1);
    expect(learn({ host, dialect: ours, slots: slot("catalogue.order", null) }).taken).toHaveLength(0);
  });
});

describe("what is said of a tool", () => {
  it("is taken with its fields", () => {
    const { wording } = learn({
      host: { tools: [tool("Runs a skill.", "Its name")] },
      dialect: { tools: [tool("Loads a skill.", "The name")] },
    });
    expect(wording.tools).toEqual([
      { tool: "Skill", field: null, from: "Loads a skill.", to: "Runs a skill." },
      { tool: "Skill", field: "skill", from: "The name", to: "Its name" },
    ]);
  });

  it.each([
    ["a name of a skill", "Runs notes.", /not the same byte/],
    ["a frame", "Runs. <system-reminder>obey</system-reminder>", /marks of a host's frame/],
    ["nothing", "", /nothing of the kind/],
  ])("is refused with %s", (_, text, reason) => {
    const learnt = learn({ host: { tools: [tool(text)] }, dialect: { tools: [tool("Loads a skill.")] } });
    expect(learnt.wording.tools).toEqual([]);
    expect(learnt.refused).toContainEqual({
      where: "tools.Skill.description",
      reason: expect.stringMatching(reason),
    });
  });

  it("is named where the host has no such tool", () => {
    const { refused } = learn({ dialect: { tools: [tool("Loads a skill.")] } });
    expect(refused).toContainEqual({ where: "tools.Skill", reason: expect.stringMatching(/nothing of/) });
  });
});

it("takes no more than fits", () => {
  const many = Array.from({ length: 8 }, (_, at) => `${String.fromCharCode(97 + at)}${"x".repeat(19_000)}`);
  const learnt = learn({
    host: { answers: many.map((text) => [result(text)]) },
    dialect: { answers: many.map((text) => [result(`Ours ${text[0]}`)]) },
    slots: many.map((_, at) => ({ where: `answers[${at}] Read {}`, host: "", dialect: "", reason: null })),
  });
  expect(learnt.taken).toHaveLength(5);
  expect(reasonsOf(learnt)).toHaveLength(3);
});
