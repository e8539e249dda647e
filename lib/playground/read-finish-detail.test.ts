import { describe, expect, it } from "vitest";
import { readFinishDetail } from "./read-finish-detail";

describe("readFinishDetail", () => {
  it.each([
    [
      {
        anthropic: {
          stopDetails: { type: "refusal", category: "cyber", explanation: "It asks for malware." },
        },
      },
      "The provider says: category cyber, It asks for malware.",
    ],
    [
      { anthropic: { stopDetails: { type: "refusal", category: null, explanation: "No." } } },
      "The provider says: No.",
    ],
    [{ google: { finishMessage: "Blocked by a list." } }, "The provider says: Blocked by a list."],
    [{ anthropic: { stopDetails: { type: "refusal" } }, google: { finishMessage: "" } }, null],
    [{ openai: { logprobs: [] } }, null],
    [{ google: { finishMessage: 7 }, anthropic: { stopDetails: "refusal" } }, null],
    [undefined, null],
    ["refusal", null],
  ])("reads %j", (metadata, said) => {
    expect(readFinishDetail(metadata)).toBe(said);
  });
});
