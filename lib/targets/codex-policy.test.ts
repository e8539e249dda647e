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
});
