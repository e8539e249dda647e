import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignAnswers } from "./align-answers";
import type { SeenPart } from "./see-requests";
import { type RawCall, withFolder, withoutFolder } from "./with-folder";

const call = (tool: string, input: Record<string, unknown> = {}): RawCall => ({ tool, input });
const answer = (text: string): SeenPart[] => [{ kind: "result", isError: false, text }];
const align = (made: readonly RawCall[], script: readonly RawCall[]) =>
  alignAnswers({ answers: made.map((_, at) => answer(String(at))), answered: [...made] }, script).map(
    ([part]) => part?.text ?? null,
  );

const anyCall = fc.record({
  tool: fc.constantFrom("Skill", "Read", "exec_command"),
  input: fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom<unknown>("x", 1, null, ["y"])),
});

describe("answers beside the calls of a script", () => {
  it("leave a call out that the host did not make, and go on with the next", () => {
    const [one, two, three] = [call("Skill"), call("Read"), call("Skill", { skill: "a" })];
    expect(align([one, three], [one, two, three])).toEqual(["0", null, "1"]);
    expect(align([], [one, two])).toEqual([null, null]);
    expect(align([one, two], [])).toEqual([]);
  });

  it("are of the same tool with the same input", () => {
    expect(align([call("Skill", { a: 1 })], [call("Skill", { a: 2 })])).toEqual([null]);
    expect(align([call("Skill")], [call("Read")])).toEqual([null]);
  });

  it("are each one's own where the same is called again", () => {
    const same = call("Skill", { skill: "a" });
    expect(align([same, same], [same, same, same])).toEqual(["0", "1", null]);
  });

  it("are all there, in order, where the host made every call", () => {
    fc.assert(
      fc.property(fc.array(anyCall), (calls) => {
        expect(align(calls, calls)).toEqual(calls.map((_, at) => String(at)));
      }),
    );
  });

  it("are never given to two calls, nor out of order, whatever was left out", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyCall, fc.boolean())), (calls) => {
        const script = calls.map(([one]) => one);
        const made = calls.flatMap(([one, isMade]) => (isMade ? [one] : []));
        const given = align(made, script).flatMap((text) => (text === null ? [] : [Number(text)]));
        expect(given).toEqual([...given].sort((left, right) => left - right));
        expect(new Set(given).size).toBe(given.length);
      }),
    );
  });
});

describe("a call with the folder of the skills", () => {
  it("has it wherever a text has the slot, and leaves the call itself as it was", () => {
    const raw = call("Read", { path: "{{skills}}/a and {{skills}}/b", limit: 5, other: null });
    expect(withFolder(raw, "/home")).toEqual(
      call("Read", { path: "/home/a and /home/b", limit: 5, other: null }),
    );
    expect(raw.input.path).toContain("{{skills}}");
  });

  it("has it in the words that start a shell", () => {
    const raw = call("shell", { command: ["bash", "-lc", "cat {{skills}}/a"] });
    expect(withFolder(raw, "/home").input.command).toEqual(["bash", "-lc", "cat /home/a"]);
  });

  it("has the slot back in the same places, and none where nobody knows the folder", () => {
    const input = { path: "/home/a", command: ["bash", "-lc", "cat /home/a"], limit: 5 };
    const slotted = { path: "{{skills}}/a", command: ["bash", "-lc", "cat {{skills}}/a"], limit: 5 };
    expect(withoutFolder(input, "/home")).toEqual(slotted);
    expect(withFolder(call("x", slotted), "/home").input).toEqual(input);
    expect(withoutFolder(input, null)).toEqual(input);
  });

  it("takes no part of a folder's name for a pattern", () => {
    expect(withFolder(call("x", { a: "{{skills}}" }), "$& $1 $$").input.a).toBe("$& $1 $$");
  });
});
