import { describe, expect, it } from "vitest";
import { fetchExample, machinesWords, standingWords } from "./delivery-words";

describe("machinesWords", () => {
  it.each([
    [{ total: 0, newest: 0 }, "no machine"],
    [{ total: 1, newest: 1 }, "the one machine has the newest"],
    [{ total: 1, newest: 0 }, "the one machine lacks the newest"],
    [{ total: 3, newest: 2 }, "2 of 3 machines have the newest"],
  ])("says of %j: %s", (machines, words) => expect(machinesWords(machines)).toBe(words));
});

describe("standingWords", () => {
  const behind = { added: ["fresh"], changed: ["a", "b", "c", "d"], removed: ["old"] };

  it("says what a machine has and lacks", () => {
    expect(standingWords({ standing: "newest", behind: null })).toBe("Has the newest");
    expect(standingWords({ standing: "never", behind: null })).toBe("Has fetched nothing yet");
    expect(standingWords({ standing: "unknown", behind: null })).toBe(
      "Has what is no longer remembered here",
    );
    expect(standingWords({ standing: "behind", behind })).toBe(
      "Behind: lacks fresh; has an older version of a, b, c and 1 more; still has old",
    );
    const none = { added: [], changed: [], removed: [] };
    expect(standingWords({ standing: "behind", behind: none })).toBe("Behind: has another order of the same");
  });
});

it("gives lines that fetch the manifest, then one skill of it", () => {
  const example = { origin: "https://greenroom.test", workspace: "meridian", agent: "desk", skill: "notes" };
  expect(fetchExample(example)).toContain(
    "https://greenroom.test/api/v1/workspaces/meridian/agents/desk/delivery",
  );
  expect(fetchExample(example)).toContain('select(.name == "notes").archive');
  expect(fetchExample({ ...example, skill: null })).toContain("release-notes.zip");
});
