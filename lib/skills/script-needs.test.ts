import { describe, expect, it } from "vitest";
import { parseSkill } from "./parse-skill";
import { joinScriptNeeds, readScriptNeeds } from "./script-needs";

const read = (lines: string) =>
  readScriptNeeds(
    parseSkill(`---\nname: a\ndescription: Use it.\n${lines}\n---\n\nBody.\n`, { mode: "lenient" })
      .frontmatter,
  );

describe("what a skill says of how its scripts run", () => {
  it("is a time in seconds and whose ids they are given", () => {
    expect(read("execution_timeout: 2.5\nrun_context: [user, agent]")).toEqual({
      timeoutMs: 2_500,
      runContext: ["agent", "user"],
    });
    expect(read("run_context: session, run").runContext).toEqual(["session", "run"]);
  });

  it("is nothing where nothing is said, or nothing that can be meant", () => {
    const nothing = { timeoutMs: null, runContext: [] };
    expect(read("license: MIT")).toEqual(nothing);
    for (const time of ["0", "-1", "soon", "1e9", "999999", "[1]"])
      expect(read(`execution_timeout: ${time}`).timeoutMs).toBeNull();
    expect(read("run_context: {user: true}")).toEqual(nothing);
    expect(read("run_context: password")).toEqual(nothing);
  });

  it("is of several the shortest time and all that any asks for", () => {
    expect(joinScriptNeeds([])).toEqual({ timeoutMs: null, runContext: [] });
    expect(
      joinScriptNeeds([
        { timeoutMs: null, runContext: ["user"] },
        { timeoutMs: 3_000, runContext: [] },
        { timeoutMs: 2_000, runContext: ["agent"] },
      ]),
    ).toEqual({ timeoutMs: 2_000, runContext: ["agent", "user"] });
  });
});
