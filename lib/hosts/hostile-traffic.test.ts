import { describe, expect, it } from "vitest";
import { findSkillFacts } from "./find-skill-facts";
import type { HostPart, HostRequest } from "./host-traffic";
import { readToldSkills } from "./read-told-skills";
import { type GivenText, KnownText, recogniseText } from "./recognise-text";
import { withoutReminders } from "./without-reminders";

/** What grows with more than the text takes minutes at these sizes. */
const longest = 1_500;
function inTime<T>(work: () => T): T {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(longest);
  return value;
}
const requestOf = (parts: HostPart[]): HostRequest => ({
  protocol: "messages",
  host: null,
  version: null,
  model: "",
  session: null,
  tools: [],
  messages: [{ role: "user", place: "first-message", parts }],
});
const textPart = (text: string): HostPart => ({ kind: "text", text });
const known = (text: string): KnownText =>
  new KnownText({ skillId: "x", name: "x", version: 1, draftRevision: null, digest: "" }, text);
const given = (text: string, more: Partial<GivenText> = {}): GivenText => ({
  text,
  as: "body",
  arguments: "",
  directory: null,
  isPart: false,
  ...more,
});
const base = "Base directory for this skill: /s/x\n\n";

describe("reading takes as long as the text is", () => {
  it.each([
    "\n\n<system-reminder>\n",
    "\n\n<system-reminder>\nx</system-reminder>",
    "x</system-reminder>",
    "<system-reminder>\n",
  ])("for reminders of %j", (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(inTime(() => withoutReminders(`${text}\ny`))).toBe(`${text}\ny`);
    inTime(() => withoutReminders(`${text}</system-reminder>`));
  });

  it("for a list with marks of files", () => {
    const line = `- a:${" (file: x".repeat(100_000)}`;
    const messages = requestOf([textPart(`### Available skills\n${line}\n`)]).messages;
    expect(inTime(() => readToldSkills({ messages }))).toBeNull();
  });

  it("for arguments that never end", () => {
    const parts = [textPart(`<command-name>/x</command-name>${"<command-args>".repeat(70_000)}`)];
    expect(inTime(() => findSkillFacts(requestOf(parts)))).toMatchObject([{ kind: "asked", text: "/x" }]);
  });

  it.each([true, false])("for many parts behind a result: %s", (isResult) => {
    const first: HostPart = isResult
      ? { kind: "result", callId: "a", text: "x", isError: false }
      : textPart("x");
    const parts = [first, ...Array.from({ length: 200_000 }, (_, at) => textPart(at % 2 ? base : "y"))];
    inTime(() => findSkillFacts(requestOf(parts)));
  });

  it("for many results", () => {
    const parts = Array.from(
      { length: 100_000 },
      (_, at): HostPart => ({ kind: "result", callId: String(at), text: "x", isError: false }),
    );
    expect(inTime(() => findSkillFacts(requestOf(parts)))).toHaveLength(100_000);
  });

  it("for instructions that never end", () => {
    const text = "<instructions>\n".repeat(70_000);
    expect(inTime(() => recogniseText(given(text), [known("x")], 1))?.recognised.as).toBe("changed");
  });

  it("for a part that is nearly everywhere", () => {
    const part = given(`${"a".repeat(100_000)}b`, { as: "file", isPart: true });
    const [found] = [inTime(() => recogniseText(part, [known("a".repeat(1_000_000))], 1))];
    expect(found?.recognised.as).toBe("changed");
    const held = known(`${"a".repeat(300_000)}b${"c".repeat(50)}`);
    expect(inTime(() => recogniseText(part, [held], 1))?.recognised).toMatchObject({ as: "version" });
  });

  it("for arguments that a body asks for everywhere", () => {
    const text = known(`---\nname: x\ndescription: d\n---\n${"$ARGUMENTS ".repeat(50_000)}`);
    const asked = given("y", { arguments: "z".repeat(100_000) });
    expect(inTime(() => recogniseText(asked, [text], 1))?.recognised.as).toBe("changed");
  });
});

it("reads each known text once, however many are compared with it", () => {
  const text = known(`---\nname: x\ndescription: d\n---\nDo.\n`);
  const document = text.document;
  recogniseText(given("Do."), [text], 1);
  recogniseText(given("Do it."), [text], 1);
  expect(text.document).toBe(document);
});

describe("reminders", () => {
  const reminder = "\n\n<system-reminder>\nLeft: 9\n</system-reminder>";
  it("are taken off at the end alone, one or several, with what opens inside of one", () => {
    expect(withoutReminders(`Ok${reminder}`)).toBe("Ok");
    expect(withoutReminders(`Ok${reminder}\n${reminder}\n`)).toBe("Ok");
    expect(withoutReminders(`Ok${reminder}${reminder}`)).toBe("Ok");
    expect(withoutReminders(`Ok${reminder} and more`)).toBe(`Ok${reminder} and more`);
    expect(withoutReminders(`A${reminder}B${reminder}`)).toBe(`A${reminder}B`);
    expect(withoutReminders(`Ok\n\n<system-reminder>\na${reminder}`)).toBe("Ok");
    expect(withoutReminders("</system-reminder>")).toBe("</system-reminder>");
    expect(withoutReminders("")).toBe("");
  });
});

describe("a list with a table of roots", () => {
  it("tells each skill's folder, with or without a description", () => {
    const text = [
      "- `r0` = `/home/a/.codex/skills`",
      "### Available skills",
      "- notes: Writes (file: a) notes. (file: r0/notes/SKILL.md)",
      "- bare: (file: /etc/bare/SKILL.md)",
      "- none: (file: a)b)",
      "- no file: here",
    ].join("\n");
    const { messages } = requestOf([textPart(text)]);
    expect(readToldSkills({ messages })?.skills).toEqual([
      {
        name: "notes",
        description: "Writes (file: a) notes.",
        directory: "/home/a/.codex/skills/notes",
      },
      { name: "bare", description: "", directory: "/etc/bare" },
    ]);
  });
});
