import { describe, expect, it } from "vitest";
import { unkeptLog } from "./present-skills";

describe("a log that keeps nothing", () => {
  it("gives back what it is told as an event, an activation too, and has none afterwards", async () => {
    const text = { type: "text" as const, payload: { step: 1, text: "Hello", tokens: 1 } };
    expect(await unkeptLog.append(text)).toMatchObject(text);
    const receipt = { skillId: "s", textSha256: "t", arguments: "", tokens: 1 };
    expect(await unkeptLog.appendActivation(receipt, () => text)).toMatchObject(text);
    expect(unkeptLog.events()).toEqual([]);
  });
});
