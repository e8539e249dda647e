import { describe, expect, it } from "vitest";
import { activatedText, launchedText } from "@/lib/testing/hosts/host-requests";
import { type GivenText, KnownText, recogniseText } from "./recognise-text";

const documentOf = (body: string, more = "") =>
  `---\nname: release-notes\ndescription: Writes.\n${more}---\n\n${body}`;
const known = (version: number | null, text: string): KnownText =>
  new KnownText(
    {
      skillId: "00000000-0000-7000-8000-000000000001",
      name: "release-notes",
      version,
      draftRevision: version === null ? 7 : null,
      digest: String(version ?? 0).padStart(64, "0"),
    },
    text,
  );
const texts = [
  known(3, documentOf("# Notes\n\nThird text.\n")),
  known(2, documentOf("# Notes\n\nSecond text.\n\nWith one more line.\n")),
  known(1, documentOf("# Notes\n\nFirst text.\n")),
  known(null, documentOf("# Notes\n\nText of the draft.\n")),
];
const given = (text: string, more: Partial<GivenText> = {}): GivenText => ({
  text,
  as: "body",
  arguments: "",
  directory: null,
  isPart: false,
  ...more,
});
const told = (one: GivenText, from = texts) => {
  const found = recogniseText(one, from, 3);
  return found && [found.recognised.as, found.skill.version ?? `r${found.skill.draftRevision}`];
};

describe("which text of a skill it is", () => {
  it("is told in the frames of hosts", () => {
    expect(
      told(given(launchedText("release-notes", "# Notes\n\nSecond text.\n\nWith one more line.\n"))),
    ).toEqual(["version", 2]);
    expect(told(given(activatedText("release-notes", "# Notes\n\nThird text.\n")))).toEqual(["version", 3]);
    expect(told(given(documentOf("# Notes\n\nFirst text.\n")))).toEqual(["version", 1]);
  });

  it("is the draft where no version is the same, and the newest of versions that are", () => {
    expect(told(given("# Notes\n\nText of the draft."))).toEqual(["draft", "r7"]);
    const twice = [known(5, texts[2]?.text ?? ""), ...texts];
    expect(told(given("# Notes\n\nFirst text."), twice)).toEqual(["version", 5]);
  });

  it("is changed by one letter, and then the nearest is named", () => {
    expect(told(given("# Notes\n\nSecond text!\n\nWith one more line."))).toEqual(["changed", 2]);
  });

  it("does not mind how lines end, nor blank lines around it", () => {
    expect(told(given("\r\n\n# Notes\r\n\r\nThird text.\r\n\r\n"))).toEqual(["version", 3]);
  });

  it("is the same with what was asked for put into it", () => {
    const from = [known(3, documentOf(`Branch of $0, in $\{CLAUDE_SKILL_DIR}.\n`, "arguments: [issue]\n"))];
    const text = "Branch of 12, in /s/x.";
    expect(told(given(text, { arguments: "12", directory: "/s/x" }), from)).toEqual(["version", 3]);
    expect(told(given(text, { arguments: "13", directory: "/s/x" }), from)).toEqual(["changed", 3]);
    const appended = [known(3, documentOf("Do it.\n"))];
    expect(told(given("Do it.\n\n\nARGUMENTS: now", { arguments: "now" }), appended)).toEqual(["version", 3]);
  });

  it("says the latest version, and a part of a file as one", () => {
    const file = given("Second text.\n\nWith one more line.\n", { as: "file", isPart: true });
    expect(recogniseText(file, texts, 3)?.recognised).toEqual({
      as: "version",
      latestVersion: 3,
      isPart: true,
    });
    expect(told(given("text", { as: "file", isPart: true }))).toEqual(["changed", 3]);
    expect(told({ ...file, isPart: false })).toEqual(["changed", 2]);
  });

  it("is nothing's without a known text", () => {
    expect(recogniseText(given("x"), [], null)).toBeNull();
  });
});
