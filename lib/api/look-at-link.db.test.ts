import { expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { lookAtLink } from "./look-at-link";

const { db } = testDatabase();
const visitor = (address: string) => ({
  db,
  address,
  traceId: "0".repeat(32),
  now: () => new Date("2026-11-22T12:00:00Z"),
});
/** How many looks were let through of so many at one token. */
async function letThrough(address: string, state: string, looks: number): Promise<number> {
  let seen = 0;
  for (let at = 0; at < looks; at += 1)
    await lookAtLink(visitor(address), { kind: "link", target: `token of ${address}` }, async (token) => {
      expect(token).toBe(`token of ${address}`);
      seen += 1;
      return { state };
    }).catch(({ code }) => expect(code).toBe("TOO_MANY_REQUESTS"));
  return seen;
}

it("counts looks at links that nobody made, and looks at none past the limit", async () => {
  expect(await letThrough("192.0.2.1", "unknown", 25)).toBe(20);
  expect(await letThrough("192.0.2.2", "wrong", 25)).toBe(20);
});

it.each(["valid", "used", "expired", "revoked", "claimed"])(
  "counts none of a link that is %s, however often it is opened",
  async (state) => {
    expect(await letThrough(`192.0.2.${10 + state.length}`, state, 25)).toBe(25);
  },
);
