import { describe, expect, it } from "vitest";
import { parseFetchArguments } from "./fetch-arguments";

const one = "1".repeat(40);
const two = "2".repeat(40);

const parsed = (...args: string[]) => {
  const result = parseFetchArguments(args);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};
const refused = (...args: string[]) => {
  const result = parseFetchArguments(args);
  return result.ok ? null : result.error;
};

describe("parseFetchArguments", () => {
  it("reads what git asks for a clone", () => {
    const args = [
      "thin-pack",
      "no-progress",
      "include-tag",
      "ofs-delta",
      `want ${one}`,
      `want ${one}`,
      "done",
    ];
    expect(parsed(...args)).toEqual({
      wants: [one],
      haves: [],
      shallows: new Set(),
      deepen: null,
      done: true,
      waitForDone: false,
      sidebandAll: false,
      noProgress: true,
    });
    expect(parsed(`want ${one}`).noProgress).toBe(false);
  });

  it("says each thing once, in the order of its first time", () => {
    const { wants, haves, shallows } = parsed(
      `want ${two}`,
      `want ${one}`,
      `want ${two}`,
      `have ${one}`,
      `have ${one}`,
      `shallow ${two}`,
      `shallow ${two}`,
    );
    expect([wants, haves, [...shallows]]).toEqual([[two, one], [one], [two]]);
  });

  it("reads how far a history shall go", () => {
    expect(parsed("deepen 3").deepen).toEqual({ kind: "depth", depth: 3, relative: false });
    expect(parsed("deepen 3", "deepen-relative").deepen).toMatchObject({ relative: true });
    expect(parsed("deepen-since 100", "deepen-not a b").deepen).toEqual({
      kind: "bounds",
      since: 100,
      not: new Set(["a b"]),
    });
  });

  it("knows the features that are advertised", () => {
    expect(parsed("wait-for-done", "sideband-all")).toMatchObject({ waitForDone: true, sidebandAll: true });
  });

  it("walks from no more commits and refs than a history has", () => {
    const ids = Array.from({ length: 129 }, (_, at) => at.toString(16).padStart(40, "0"));
    expect(refused(...ids.map((id) => `want ${id}`))).toMatch(/at most 128/);
    expect(refused(...ids.slice(1).map((id) => `want ${id}`))).toBeNull();
    expect(refused(...ids.map((id) => `deepen-not ${id}`))).toMatch(/at most 128/);
    expect(parsed(...ids.map(() => "deepen-not main")).deepen).toMatchObject({ not: new Set(["main"]) });
  });

  it("refuses what it does not know, and what means nothing, with the words of the sender", () => {
    expect(refused("filter tree:0")).toContain('"filter tree:0"');
    expect(refused("want-ref refs/heads/main")).toContain("want-ref");
    expect(refused("done now")).toContain('"done now"');
    expect(refused(`x${"y".repeat(1_000)}`)?.length).toBeLessThan(120);
    for (const arg of [
      "want",
      "want abc",
      `have ${one}0`,
      `shallow ${one.replace("1", "G")}`,
      `want ${one} `,
    ])
      expect(refused(arg)).toMatch(/is not followed by the id/);
    for (const arg of [
      "deepen",
      "deepen x",
      "deepen -1",
      "deepen 0",
      "deepen 1.5",
      `deepen ${"9".repeat(20)}`,
    ])
      expect(refused(arg)).toMatch(/needs a number above 0/);
    expect(refused("deepen 1", "deepen-not main")).toMatch(/does not go together/);
  });
});
