import { expect, it } from "vitest";
import { aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import { eventLine, lineText } from "../event-line";
import { answerFacts } from "./answer-facts";

const context = { run: undefined, viewerId: undefined };
const called = (number?: number | null) => {
  const when = number === null ? "no case fits" : "city is “Oslo”";
  const which = number === undefined ? {} : { savedCase: { number, when } };
  return new SessionLog().add("tool-called", { answeredBy: "stub", ...which });
};

it("says which case of a saved result answered, in the facts and in the line", () => {
  expect(answerFacts(called(2))).toEqual([
    ["Answered by", "stub"],
    ["Case", "2: city is “Oslo”"],
  ]);
  expect(lineText(eventLine(called(2), context))).toContain("answered by a stub, case 2: city is “Oslo”");
});

it("says that it was the result of every other input", () => {
  expect(answerFacts(called(null))[1]).toEqual(["Case", "none: no case fits"]);
  expect(lineText(eventLine(called(null), context))).toContain("answered by a stub: no case fits");
});

it("says nothing of cases where there are none", () => {
  expect(answerFacts(called())).toEqual([["Answered by", "stub"]]);
});

it("names the files that commands showed together", () => {
  const reads = ["a.md", "b.md"].map((path) => ({ skill: aSkillRef({ name: "notes" }), path }));
  const event = new SessionLog().add("tool-called", { answeredBy: "runtime", reads });
  expect(answerFacts(event)[1]).toEqual(["Files", "notes/a.md, notes/b.md"]);
  expect(lineText(eventLine(event, context))).toContain("answered by the runtime: notes/a.md, notes/b.md");
});
