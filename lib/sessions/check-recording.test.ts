import { describe, expect, it } from "vitest";
import { checkRecording } from "./check-recording";

describe("a file that says to be a recording", () => {
  it.each([null, 7, "text", [], {}, { format: "other", version: 1 }])(
    "is refused when it is none: %j",
    (file) => {
      expect(() => checkRecording(file)).toThrow(/no recording/);
    },
  );

  it("is refused in a version that is not read", () => {
    expect(() => checkRecording({ format: "greenroom-recording", version: 99 })).toThrow(/version 99/);
  });

  it("is refused with the place of what is wrong", () => {
    expect(() => checkRecording({ format: "greenroom-recording", version: 1 })).toThrow(/At \w+/);
  });
});
