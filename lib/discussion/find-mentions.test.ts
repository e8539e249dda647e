import { describe, expect, it } from "vitest";
import { findMentions } from "./find-mentions";

const [ada, rex] = ["0190a000-0000-7000-8000-000000000001", "0190a000-0000-7000-8000-000000000002"];

describe("findMentions", () => {
  it("finds each person once, in order", () => {
    expect(
      findMentions(`@[Ada](${ada}) and @[Rex B.](${rex}), again @[Ada L.](${ada.toUpperCase()})`),
    ).toEqual([ada, rex]);
  });

  it("takes links, e-mail addresses and half a mention as text", () => {
    for (const text of [
      `[Ada](${ada})`,
      "@Ada",
      "a@b.example",
      "@[Ada](nobody)",
      `@[Ada\n](${ada})`,
      `@[Ada] (${ada})`,
    ])
      expect(findMentions(text)).toEqual([]);
  });

  it("stops at fifty", () => {
    const all = Array.from({ length: 60 }, (_, at) => `@[x](0190a000-0000-7000-8000-0000000001${10 + at})`);
    expect(findMentions(all.join(" "))).toHaveLength(50);
  });
});
