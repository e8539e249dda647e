import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { freeMeter } from "@/lib/models/free-meter";
import { endsWith, says } from "@/lib/testing/proof/suite-runs";
import { askWriter, tokensOfAsking } from "./ask-writer";

const task = {
  skill: "pdf-tools",
  description: "Merges PDF files.",
  siblings: [],
  cases: [],
  wanted: 1,
  length: null,
};

/** What one question allowed its model to write, in tokens. */
async function allowed(maxOutputTokens: number | null) {
  const asked: (number | undefined)[] = [];
  const model = new MockLanguageModelV4({
    doStream: async (options) => {
      asked.push(options.maxOutputTokens);
      return {
        stream: convertArrayToReadableStream([
          { type: "stream-start" as const, warnings: [] },
          ...says('{"descriptions": ["Splits PDF files."]}'),
          endsWith("stop"),
        ]),
      };
    },
  });
  const { texts } = await askWriter(task, {
    model: {
      model,
      info: { id: "m", name: "M", kind: "live", windowTokens: 200_000 },
      maxOutputTokens,
      meter: freeMeter,
    },
    meter: freeMeter,
    runId: "r",
    signal: new AbortController().signal,
  });
  expect(texts).toEqual(["Splits PDF files."]);
  return asked;
}

describe("a writer", () => {
  it.each([
    [null, 16_000],
    [1_000, 1_000],
    [8_192, 8_192],
    [100_000, 16_000],
  ])("of a model that may write %j tokens is allowed no more than is set aside", async (most, output) => {
    expect(tokensOfAsking(task, most).output).toBe(output);
    expect(await allowed(most)).toEqual([output]);
  });
});
