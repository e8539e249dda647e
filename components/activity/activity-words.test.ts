import { expect, it } from "vitest";
import { activityOutcomes } from "@/lib/runtime/count-activity";
import { refusalRules } from "@/lib/runtime/events";
import { unavailableReasons } from "@/lib/runtime/explain-absence";
import { outcomeWords, periodWords, reasonWords, toPeriod } from "./activity-words";

it("has a word for every outcome, every rule that refuses and every reason not to offer", () => {
  for (const outcome of activityOutcomes) expect(outcomeWords[outcome].word).not.toBe("");
  for (const reason of refusalRules)
    expect(reasonWords({ outcome: "refused", reason, instead: null })).not.toBe(reason);
  for (const reason of Object.keys(unavailableReasons)) {
    const words = reasonWords({ outcome: "not-offered", reason, instead: null });
    expect(words).not.toBe(reason);
    expect(words).not.toMatch(/\.$/);
  }
});

it("names the skill that was chosen instead, and leaves a later release's reason as it is", () => {
  expect(reasonWords({ outcome: "not-chosen", reason: "another", instead: "log-query" })).toBe(
    "log-query was chosen instead",
  );
  expect(reasonWords({ outcome: "not-chosen", reason: "from-later", instead: null })).toBe("from-later");
});

it("names the periods, and takes an odd one for the usual", () => {
  expect([periodWords(7), periodWords(366)]).toEqual(["Last 7 days", "Last 12 months"]);
  expect([toPeriod("90"), toPeriod("1")]).toEqual([90, 30]);
});
