import { describe, expect, it } from "vitest";
import { eventSchema, type NewEvent } from "@/lib/runtime/events";
import type { NewReceipt, Receipt } from "@/lib/runtime/ports";
import { anId, aSkillRef } from "@/lib/testing/sessions/session-log";
import { PlainLog } from "./plain-log";

const sha = (letter: string) => letter.repeat(64);
const receipt = (number: number): NewReceipt => ({
  skillId: anId(number),
  textSha256: sha("a"),
  arguments: "",
  tokens: 1,
});
const activation = (number: number, letter: string, given = ""): NewEvent => ({
  type: "skill-activated",
  payload: {
    askedBy: "model",
    call: null,
    result: "",
    tokens: 1,
    flags: [],
    arguments: given,
    skill: aSkillRef({ skillId: anId(number) }),
    textSha256: sha(letter),
  },
});
const refusal: NewEvent = {
  type: "request-refused",
  payload: {
    askedBy: "model",
    call: null,
    result: "",
    tokens: 1,
    isError: true,
    rule: "unknown-skill",
    skillName: null,
    path: null,
    message: "No.",
  },
};

async function heldAfter(log: PlainLog, number: number): Promise<readonly Receipt[]> {
  let seen: readonly Receipt[] = [];
  await log.appendActivation(receipt(number), (held) => {
    seen = held;
    return refusal;
  });
  return seen;
}

describe("a log that is nobody's", () => {
  it("numbers events from 1 without a gap, as a log takes them", async () => {
    const log = new PlainLog();
    for (let round = 0; round < 3; round += 1) await log.append(refusal);
    expect(log.events().map(({ seq }) => seq)).toEqual([1, 2, 3]);
    for (const event of log.events()) expect(eventSchema.safeParse(event).success).toBe(true);
  });

  it("keeps a receipt of each text of a skill, the newest place of each", async () => {
    const log = new PlainLog();
    for (const [number, letter, given] of [
      [1, "a", ""],
      [2, "a", ""],
      [1, "b", "x"],
      [1, "a", "y"],
    ] as const)
      await log.appendActivation(receipt(number), () => activation(number, letter, given));
    expect(await heldAfter(log, 1)).toMatchObject([
      { textSha256: sha("b"), arguments: "x", seq: 3 },
      { textSha256: sha("a"), arguments: "y", seq: 4 },
    ]);
    expect(await heldAfter(log, 2)).toMatchObject([{ textSha256: sha("a"), seq: 2 }]);
    expect(await heldAfter(log, 3)).toEqual([]);
  });

  it("keeps none of what was refused", async () => {
    const log = new PlainLog();
    await log.appendActivation(receipt(1), () => refusal);
    expect(await heldAfter(log, 1)).toEqual([]);
  });
});
