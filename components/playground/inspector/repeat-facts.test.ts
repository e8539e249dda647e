import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { tokensRepeatedIn } from "./ledger-view";
import { costFacts, repeatFacts } from "./repeat-facts";

function aRun(dialect: string) {
  const log = new SessionLog();
  log.add("run-started", { dialect });
  return log;
}

describe("what repeats came to", () => {
  it("is never a saving in a host that gives the text again, but what that cost", () => {
    const log = aRun("codex");
    const again = log.add("skill-reactivated", { reason: "repeated", tokens: 573 });
    expect(repeatFacts(log.events, 0)).toEqual([
      ["De-duplication", "none: this host gives a skill’s text again each time"],
      ["Injected again", "573 tokens (estimate) that were in the prompt already"],
    ]);
    expect(costFacts(again)).toEqual([
      ["Cost of the repeat", "573 tokens (estimate) that were in the prompt already"],
    ]);
  });

  it("is what a note spared where the host has one, also when some came again", () => {
    const log = aRun("claude-code");
    log.add("skill-reactivated", { reason: "repeated", tokens: 500 });
    expect(repeatFacts(log.events, 1_204)).toEqual([
      ["Saved by de-duplication", "1,204 tokens (estimate): in the prompt already, so not sent again"],
      ["Injected again", "500 tokens (estimate) that were in the prompt already"],
    ]);
    expect(repeatFacts(aRun("standard").events, 0)).toEqual([["Saved by de-duplication", "0 tokens"]]);
  });

  it("costs nothing where the text had changed", () => {
    const log = aRun("codex");
    const changed = log.add("skill-reactivated", { reason: "changed", tokens: 573 });
    expect(costFacts(changed)).toEqual([]);
    expect(repeatFacts(log.events, 0)).toHaveLength(1);
  });

  it("is summed over an exchange", () => {
    const log = aRun("codex");
    for (const reason of ["repeated", "changed", "repeated"] as const)
      log.add("skill-reactivated", { reason, tokens: 100 });
    expect(tokensRepeatedIn({ events: log.events })).toBe(200);
  });
});
