import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { canComeTwice, decideRepeat, type RepeatRule, tokensRepeated } from "./decide-repeat";
import type { Receipt } from "./ports";

const rules: readonly RepeatRule[] = ["note", "note-of-newest", "again"];
const receipt = (seq: number, textSha256: string, given = ""): Receipt => ({
  textSha256,
  arguments: given,
  turn: 1,
  seq,
});
const decide = (rule: RepeatRule, held: readonly Receipt[], gone: readonly number[] = []) =>
  decideRepeat(
    rule,
    { textSha256: "a", arguments: "" },
    { held, isInPrompt: ({ seq }) => !gone.includes(seq) },
  );

describe.each(rules)("a host with the rule %s", (rule) => {
  it("has nothing to repeat before the first text of a skill", () => {
    expect(decide(rule, [])).toEqual({ kind: "first" });
  });

  it("gives a text again that left the prompt, whose skill changed, or that takes other arguments", () => {
    expect(decide(rule, [receipt(3, "a")], [3])).toEqual({
      kind: "again",
      reason: "evicted",
      previous: { turn: 1, seq: 3 },
    });
    expect(decide(rule, [receipt(3, "b")])).toMatchObject({ kind: "again", reason: "changed" });
    expect(decide(rule, [receipt(3, "b", "EU")])).toMatchObject({ kind: "again", reason: "other-arguments" });
  });

  it("calls only that repeated which stands in the prompt, in whichever order receipts come", () => {
    const some = fc.array(fc.record({ text: fc.constantFrom("a", "b"), isGone: fc.boolean() }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(some, fc.boolean(), (texts, isReversed) => {
        const held = texts.map(({ text }, seq) => receipt(seq, text));
        const gone = texts.flatMap(({ isGone }, seq) => (isGone ? [seq] : []));
        const repeat = decide(rule, isReversed ? held.toReversed() : held, gone);
        const stands = texts.some(({ text, isGone }) => text === "a" && !isGone);
        if (repeat.kind === "already-active") expect(rule).not.toBe("again");
        if (repeat.kind === "again") expect(repeat.reason === "repeated").toBe(stands);
        if (rule === "note") expect(repeat.kind === "already-active").toBe(stands);
      }),
    );
  });
});

it("answers with a note only where the host has one, and behind another text only where it looks at all", () => {
  const held = [receipt(3, "a"), receipt(5, "b", "EU")];
  expect(decide("note", held)).toEqual({ kind: "already-active", since: { turn: 1, seq: 3 } });
  expect(decide("note-of-newest", held)).toMatchObject({ kind: "again", reason: "repeated" });
  expect(decide("note-of-newest", held.slice(0, 1))).toMatchObject({ kind: "already-active" });
  expect(decide("again", held.slice(0, 1))).toMatchObject({ reason: "repeated", previous: { seq: 3 } });
  expect(rules.map(canComeTwice)).toEqual([false, true, true]);
});

it("counts what was in the prompt twice, also in logs that only say why", () => {
  const log = new SessionLog();
  const repeated = log.add("skill-reactivated", { reason: "repeated", tokens: 573 });
  expect(tokensRepeated(repeated)).toBe(573);
  expect(tokensRepeated(log.add("skill-reactivated", { reason: "repeated", tokensRepeated: 9 }))).toBe(9);
  expect(tokensRepeated(log.add("skill-reactivated", { reason: "changed", tokens: 573 }))).toBe(0);
  expect(tokensRepeated(log.add("skill-activated"))).toBe(0);
});
