import { describe, expect, it } from "vitest";
import { reserve, reservedOn } from "./reservations";

describe("what is set aside", () => {
  it("counts for its connection, and for its person there, until it is given back", () => {
    const [ines, tom] = [
      { connectionId: "c", userId: "ines" },
      { connectionId: "c", userId: "tom" },
    ];
    const [first, second] = [reserve(ines, 2), reserve(tom, 3)];
    const elsewhere = reserve({ connectionId: "d", userId: "ines" }, 50);
    expect(reservedOn(ines)).toEqual({ everybody: 5, mine: 2 });
    expect(reservedOn(tom)).toEqual({ everybody: 5, mine: 3 });
    first();
    first();
    expect(reservedOn(ines)).toEqual({ everybody: 3, mine: 0 });
    second();
    elsewhere();
    expect(reservedOn(tom)).toEqual({ everybody: 0, mine: 0 });
  });

  it("is each request's own, also of the same size and person", () => {
    const owner = { connectionId: "e", userId: "ines" };
    const free = Array.from({ length: 3 }, () => reserve(owner, 1));
    free[1]?.();
    expect(reservedOn(owner)).toEqual({ everybody: 2, mine: 2 });
    for (const one of free) one();
    expect(reservedOn(owner).everybody).toBe(0);
  });
});
