import { expect, test } from "vitest";
import { pythonString } from "./python-value";
import { readHostYaml } from "./read-host-yaml";

/** Each beside what Python 3.11 with PyYAML 6.0.3 printed for `str(yaml.safe_load(text)["a"])`. */
test.each([
  ["yes", "True"],
  ["Off", "False"],
  ["012", "10"],
  ["-0x1F", "-31"],
  ["0b101", "5"],
  ["1_000", "1000"],
  ["1:30", "90"],
  ["1.50", "1.5"],
  ["2.0", "2.0"],
  ["1e3", "1e3"],
  [".inf", "inf"],
  ["-.inf", "-inf"],
  [".nan", "nan"],
  ["2026-01-01", "2026-01-01"],
  ["[one, 'two', 3, true, ~]", "['one', 'two', 3, True, None]"],
  ["{b: it's, c: 1.0}", "{'b': \"it's\", 'c': 1.0}"],
  ['"12"', "12"],
  ["text", "text"],
  ["~", ""],
])("%s is %j", (source, expected) => {
  const yaml = readHostYaml(`a: ${source}`, "pyyaml");
  const value = yaml.ok && yaml.value.kind === "map" ? yaml.value.entries.get("a") : undefined;
  expect(pythonString(value)).toBe(expected);
});

test("nothing is an empty text", () => {
  expect(pythonString(undefined)).toBe("");
});
