import { describe, expect, it } from "vitest";
import { dayOf } from "./day";

describe("a day", () => {
  it("begins at its first moment here", () => {
    const moment = dayOf("2026-11-21");
    expect([moment?.getFullYear(), moment?.getMonth(), moment?.getDate(), moment?.getHours()]).toEqual([
      2026, 10, 21, 0,
    ]);
  });

  it.each(["", "2026", "2026-11", "21/11/2026", "2026-02-31", "2026-13-01", "2026-00-10", "x2026-11-21"])(
    "is not %j",
    (text) => expect(dayOf(text)).toBeNull(),
  );
});
