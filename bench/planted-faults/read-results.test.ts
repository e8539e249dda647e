import { expect, it } from "vitest";
import { readResults } from "./read-results";

const report = (...results: [fullName: string, status: string][]) =>
  JSON.stringify({
    numTotalTests: results.length,
    testResults: [
      {
        name: "/somewhere/lib/a.test.ts",
        assertionResults: results.map(([fullName, status]) => ({ fullName, status, duration: 1 })),
      },
    ],
  });

it.each([
  ["passed", "passed"],
  ["failed", "failed"],
  ["skipped", "missing"],
])("a test that %s is %s", (status, came) => {
  expect(readResults(report(["a group does it", status]), [["lib/a.test.ts", "does it"]])).toEqual([
    { file: "lib/a.test.ts", title: "does it", came },
  ]);
});

it("of several that are called so one that fails is enough", () => {
  const all = report(["does it for 1", "passed"], ["does it for 2", "failed"], ["does it for 3", "passed"]);
  expect(readResults(all, [["lib/a.test.ts", "does it"]])).toMatchObject([{ came: "failed" }]);
});

it("one of the same name in another file is another", () => {
  expect(readResults(report(["does it", "failed"]), [["lib/b.test.ts", "does it"]])).toMatchObject([
    { came: "missing" },
  ]);
});

it("does not take anything else for a report", () => {
  expect(() => readResults('{"testResults":1}', [])).toThrow("testResults");
});
