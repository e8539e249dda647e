import { describe, expect, it } from "vitest";
import { withCodexPolicy } from "./codex-policy";

const path = "agents/openai.yaml";
const file = (text: string) => ({ path, bytes: new TextEncoder().encode(text), executable: false });
const written = (text: string) => {
  const { files, changes, refusals } = withCodexPolicy([file(text)]);
  const [one] = files;
  return { text: new TextDecoder().decode(one?.bytes), changes: changes.length, refusals: refusals.length };
};

describe("the policy of Codex", () => {
  it("is a file of its own where there is none", () => {
    const { files, changes } = withCodexPolicy([{ path: "SKILL.md", bytes: new Uint8Array() }]);
    expect(files.map((one) => one.path)).toEqual(["SKILL.md", path]);
    expect(changes).toMatchObject([{ rule: "flag-as-policy", file: path }]);
  });

  it("stands beside what the file says already, comments included", () => {
    const text = "# Ours\ninterface:\n  display_name: Notes # short\npolicy:\n  products:\n    - codex\n";
    expect(written(text)).toEqual({
      text: `${text}  allow_implicit_invocation: false\n`,
      changes: 1,
      refusals: 0,
    });
    expect(written("policy:\n").text).toBe("policy:\n  allow_implicit_invocation: false\n");
  });

  it("is left alone where it is there, and takes the place of the contrary", () => {
    const said = "policy: { allow_implicit_invocation: false }\n";
    expect(written(said)).toEqual({ text: said, changes: 0, refusals: 0 });
    expect(written("policy:\n  allow_implicit_invocation: true\n").text).toContain(": false");
  });

  it("cannot be said in a file that is no mapping", () => {
    for (const text of ["- a\n- b\n", "policy: open\n", "a: [\n", "\u0000\u0001"])
      expect(written(text), text).toMatchObject({ text, changes: 0, refusals: 1 });
  });

  it("is no reason to read a file that is very large, or holds very many values", () => {
    const many = `list:\n${"  - a\n".repeat(2_100)}`;
    const deep = `a: ${"[".repeat(3_000)}`;
    const large = `# ${"x".repeat(64 * 1024)}\n`;
    for (const [text, why] of [
      [many, "more values than the limit of 2000"],
      [deep, "nested 3000 levels deep"],
      [large, "has 64 KiB, more than the 64 KiB that are read"],
    ] as const) {
      const { files, changes, refusals } = withCodexPolicy([file(text)]);
      expect(new TextDecoder().decode(files[0]?.bytes) === text).toBe(true);
      expect(changes).toEqual([]);
      expect(refusals).toMatchObject([{ rule: "flag-lost", message: expect.stringContaining(why) }]);
    }
  });

  it("takes no time for a file of the largest size", () => {
    const text = `interface:\n${"  a: [b, {c: d}]\n".repeat(45_000)}`;
    const began = performance.now();
    expect(withCodexPolicy([file(text)]).refusals).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(200);
  });

  it.each([
    ["Agents/openai.yaml", /agents\/openai\.yaml and Agents\/openai\.yaml are the same file/],
    ["agents/OpenAI.YAML", /agents\/openai\.yaml and agents\/OpenAI\.YAML are the same file/],
    ["Agents", /Agents is a file, but agents\/openai\.yaml needs it to be a folder/],
    ["agents/openai.yaml/notes.md", /agents\/openai\.yaml is both a file and a folder/],
  ])("has no place beside %s, and no second file comes in", (other, why) => {
    const before = [{ path: other, bytes: new Uint8Array() }];
    const { files, changes, refusals } = withCodexPolicy(before);
    expect(files).toBe(before);
    expect(changes).toEqual([]);
    expect(refusals).toMatchObject([{ rule: "flag-lost", message: expect.stringMatching(why) }]);
  });

  it("comes in beside other files of a folder that is called so in other letters", () => {
    const { files, refusals } = withCodexPolicy([{ path: "Agents/other.md", bytes: new Uint8Array() }]);
    expect(refusals).toEqual([]);
    expect(files.map((one) => one.path)).toEqual(["Agents/other.md", path]);
  });
});
