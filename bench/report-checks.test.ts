import { expect, it, vi } from "vitest";
import { readOption } from "./read-option";
import { reportChecks } from "./report-checks";

it("counts what does not hold, and prints a line for each check and one for all", () => {
  const printed = vi.spyOn(console, "log").mockReturnValue();
  const checks = [
    { what: "clones", holds: true, seen: "3 files" },
    { what: "fetches", holds: false, seen: "nothing" },
  ];
  expect(reportChecks(checks)).toBe(1);
  expect(printed.mock.calls.map(([line]) => String(line).replaceAll(/ +/g, " "))).toEqual([
    "ok clones 3 files",
    "MISS fetches nothing",
    "1 of 2 hold.",
  ]);
  expect(reportChecks([])).toBe(0);
});

it("reads the word after an option", () => {
  expect(readOption(["--only", "clone", "--folder"], "only")).toBe("clone");
  expect(readOption(["--only", "clone", "--folder"], "folder")).toBeUndefined();
  expect(readOption([], "only")).toBeUndefined();
});
