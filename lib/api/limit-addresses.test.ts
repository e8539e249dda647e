import { describe, expect, it } from "vitest";
import { AddressLimits } from "./limit-addresses";

const refusal = (act: () => void) => {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
};

describe("AddressLimits", () => {
  it("stops a network that tries tokens before they are looked up, and no other one", () => {
    const limits = new AddressLimits();
    for (let count = 0; count < 60; count += 1) {
      limits.beforeLookup(`wrong ${count}`, "192.0.2.1");
      limits.noteWrong(`wrong ${count}`, "192.0.2.1");
    }
    expect(refusal(() => limits.beforeLookup("wrong again", "192.0.2.1"))).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAfterSeconds: 1,
    });
    expect(refusal(() => limits.beforeLookup("wrong again", "192.0.2.2"))).toBeNull();
  });

  it("lets a token go on that was right before, until it is not", () => {
    const limits = new AddressLimits();
    limits.noteRight("right");
    for (let count = 0; count < 70; count += 1) limits.noteWrong(`wrong ${count}`, "192.0.2.1");
    expect(refusal(() => limits.beforeLookup("right", "192.0.2.1"))).toBeNull();
    limits.noteWrong("right", "192.0.2.1");
    expect(refusal(() => limits.beforeLookup("right", "192.0.2.1"))).toMatchObject({
      code: "TOO_MANY_REQUESTS",
    });
  });

  it("limits what one address is asked, wherever from", () => {
    const limits = new AddressLimits();
    const asked = Array.from({ length: 8_000 }, () => refusal(() => limits.noteRight("right")));
    const refused = asked.filter((each) => each !== null);
    expect(refused.length).toBeGreaterThan(1_000);
    expect(refused[0]).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfterSeconds: 1 });
    expect(refusal(() => limits.noteRight("another"))).toBeNull();
  });
});
