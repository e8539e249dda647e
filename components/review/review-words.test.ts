import { describe, expect, it } from "vitest";
import { sawWords, uncountedWords, unmetProofWords, waitingWords, writtenWords } from "./review-words";

const [ada, rex] = [
  { id: "1", name: "Ada" },
  { id: "2", name: "Rex" },
];

describe("who wrote a draft", () => {
  it("is said with since when, and with the reader as such", () => {
    expect(writtenWords([ada], null)).toBe("Written by Ada");
    expect(writtenWords([ada, rex], 6)).toBe("Written by Ada and Rex since v6");
    expect(writtenWords([ada, rex], 6, rex.id)).toBe("Written by Ada and you since v6");
  });

  it("is nothing while nobody has", () => {
    expect(writtenWords([], 6)).toBeNull();
  });
});

describe("an approval that does not count", () => {
  it("is by somebody who wrote part of these bytes", () => {
    const approval = { by: rex, counts: false, why: "They wrote part of these bytes." };
    expect(uncountedWords(approval, [ada, rex])).toBe("Approved by Rex, who wrote part of these bytes.");
  });

  it("or has another reason, which is told", () => {
    const why = "A finding was dismissed or restored since.";
    expect(uncountedWords({ by: rex, counts: false, why }, [ada])).toBe(`Approved by Rex. ${why}`);
    expect(uncountedWords({ by: rex, counts: false, why: null }, [ada])).toBe("Approved by Rex.");
  });
});

describe("what a publication waits for", () => {
  const rule = { rule: "approvals", title: "1 approval", met: false, count: "0 of 1" } as const;
  const publication = {
    revision: 1,
    digest: "",
    findingsRevision: 0,
    baseVersion: null,
    newestVersion: null,
    review: null,
    authors: [],
    approvals: [],
    mayPublish: true,
    mayBypass: false,
    dismissRefusal: null,
    met: false,
  };

  it("is every rule that is not met, in sentences", () => {
    const rules = [
      { ...rule, message: "1 approval missing." },
      { ...rule, rule: "findings", title: "No blocking findings", message: "" } as const,
    ];
    expect(waitingWords({ ...publication, rules })).toBe("1 approval missing. No blocking findings.");
  });

  it("is nothing once all are", () => {
    const rules = [{ ...rule, met: true, message: "" }];
    expect(waitingWords({ ...publication, rules })).toBeNull();
  });
});

describe("proof in words", () => {
  const seen = (number: number, skill = "triage", suite: "trigger" | "effect" | "neighbour" = "trigger") => ({
    skill,
    number,
    suite,
    model: "Sonnet",
    said: "recall 0.87",
  });

  it("names the runs that were seen, those of neighbours with whose they are", () => {
    expect(sawWords([])).toBe("");
    expect(sawWords([seen(16, "triage", "effect"), seen(14)])).toBe("saw runs 14 and 16");
    expect(sawWords([seen(14), seen(3, "status-update", "neighbour")])).toBe(
      "saw run 14, saw run 3 of status-update",
    );
  });

  it("counts the rules of proof that stand in the way", () => {
    const rule = (rule: "approvals" | "triggers" | "effect", met: boolean) => ({
      rule,
      met,
      title: "",
      count: "",
      message: "",
    });
    expect(unmetProofWords({ rules: [rule("approvals", false), rule("triggers", true)] })).toBeUndefined();
    expect(unmetProofWords({ rules: [rule("triggers", false), rule("effect", false)] })).toBe("2 unmet");
  });
});
