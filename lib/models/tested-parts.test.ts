import { expect, it } from "vitest";
import { lacksOf } from "./tested-parts";

const yes = { works: true };
const no = { works: false };

it("names what did not work", () => {
  const report = { usable: true, text: yes, streaming: yes, tools: yes, tokens: yes };
  expect(lacksOf(report)).toEqual([]);
  expect(lacksOf({ ...report, tools: no })).toEqual(["tools"]);
  expect(lacksOf({ ...report, usable: false })).toEqual(["text"]);
  expect(lacksOf({ usable: false, text: no, streaming: no, tools: no, tokens: no })).toEqual([
    "text",
    "streaming",
    "tools",
    "tokens",
  ]);
});
