import { describe, expect, it } from "vitest";
import { reachedLimit } from "./spending-limit";

const none = { monthlyLimit: null, personLimit: null };

describe("reachedLimit", () => {
  it.each([
    ["no limit", none, { everybody: 900, mine: 900 }, null],
    ["below both", { monthlyLimit: 50, personLimit: 10 }, { everybody: 49.99, mine: 9.99 }, null],
    ["at everybody's", { monthlyLimit: 50, personLimit: null }, { everybody: 50, mine: 1 }, "everybody"],
    ["past one's own", { monthlyLimit: 50, personLimit: 10 }, { everybody: 20, mine: 10.5 }, "person"],
    ["at one's own alone", { monthlyLimit: null, personLimit: 10 }, { everybody: 20, mine: 10 }, "person"],
    ["past both", { monthlyLimit: 50, personLimit: 10 }, { everybody: 60, mine: 20 }, "everybody"],
    ["a limit of nothing", { monthlyLimit: 0, personLimit: null }, { everybody: 0, mine: 0 }, "everybody"],
  ])("%s", (_, limits, spent, expected) => {
    expect(reachedLimit(limits, spent)?.of ?? null).toBe(expected);
  });

  it("says the limit and what was spent of it", () => {
    const limits = { monthlyLimit: 50, personLimit: 10 };
    expect(reachedLimit(limits, { everybody: 12, mine: 11 })).toEqual({ of: "person", limit: 10, spent: 11 });
  });

  it("counts what is set aside as spent", () => {
    const limits = { monthlyLimit: 50, personLimit: 10 };
    const spent = { everybody: 40, mine: 5 };
    expect(reachedLimit(limits, spent, { everybody: 9, mine: 4 })).toBeNull();
    expect(reachedLimit(limits, spent, { everybody: 10, mine: 0 })?.of).toBe("everybody");
    expect(reachedLimit(limits, spent, { everybody: 5, mine: 5 })?.of).toBe("person");
  });
});
