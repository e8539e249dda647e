import { describe, expect, it } from "vitest";
import { storableMoment } from "./storable-moment";

describe("a moment that a database can be asked about", () => {
  it.each(["2026-11-27T12:00:00Z", "2026-11-27T12:00:00.123+02:00", "0001-01-01T00:00:00Z"])(
    "takes %s",
    (text) => {
      expect(storableMoment.parse(text)).toBe(text);
    },
  );

  it.each(["0000-12-31T23:59:59Z", "0001-01-01T00:00:00+01:00"])(
    "refuses the year that %s falls in",
    (text) => {
      const { error } = storableMoment.safeParse(text);
      expect(error?.issues.map(({ message }) => message)).toEqual(["There is no such year."]);
    },
  );

  it.each(["yesterday", "2026-11-27", "2026-11-27T12:00:00"])("refuses %s, which is no moment", (text) => {
    expect(storableMoment.safeParse(text).success).toBe(false);
  });
});
