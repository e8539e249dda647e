import { describe, expect, it } from "vitest";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { revokeAddress } from "@/lib/addresses/commands/revoke-address";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { fetchFrom } from "@/lib/testing/delivery/delivery";

const { db } = testDatabase();
const ofLabel = { name: "Staging", gives: { kind: "label", label: "staging" } } as const;
const unknown = `http://greenroom.test/d/grd_${"x".repeat(43)}`;

async function told(response: Response) {
  const { traceId: _, ...problem } = await response.json();
  return { status: response.status, type: response.headers.get("content-type"), problem };
}

describe("the door of delivery addresses", () => {
  it("tells a wrong, a revoked and an expired address, and what is not there, in the same words", async () => {
    const ines = await aContext(db);
    const revoked = await createAddress(ines, ofLabel);
    await revokeAddress(ines, { address: revoked.id });
    const expired = await createAddress(ines, ofLabel);
    await db.deliveryAddress.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
    const open = await createAddress(ines, ofLabel);
    const expected = {
      status: 404,
      type: "application/problem+json",
      problem: expect.objectContaining({ code: "NOT_FOUND", status: 404 }),
    };
    const first = await told(await fetchFrom(unknown, { path: "/anything" }));
    expect(first).toEqual(expected);
    expect(JSON.stringify(first)).not.toMatch(/staging|Staging|workspace/i);
    for (const url of [revoked.url, expired.url, open.url])
      expect(await told(await fetchFrom(url, { path: "/anything" }))).toEqual(first);
  });

  it("has nothing at its root, at an address without a path, and at what is no text", async () => {
    const ines = await aContext(db);
    const { url } = await createAddress(ines, ofLabel);
    for (const [at, path] of [
      [url, ""],
      [url, "/"],
      [url, "/%E0%A4%A"],
      ["http://greenroom.test/d", ""],
      ["http://greenroom.test/d/%E0%A4%A", "/.well-known/agent-skills/index.json"],
    ] as const) {
      const response = await fetchFrom(at, { path });
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
    }
  });

  it("lets any page read, keeps nothing that is not there, and tells nobody the address", async () => {
    const response = await fetchFrom(unknown, { path: "/x" });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    const preflight = await fetchFrom(unknown, { path: "/x", method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
    const head = await fetchFrom(unknown, { path: "/x", method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([404, ""]);
  });

  it("makes a network wait that tries many tokens, and none that has a right one", async () => {
    const headers = { "x-forwarded-for": "192.0.2.77" };
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let count = 0; count < 70; count += 1) {
      last = await fetchFrom(`http://greenroom.test/d/grd_${count}`, { path: "/x", headers });
      statuses.push(last.status);
    }
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404));
    expect(statuses.at(-1)).toBe(429);
    expect(last?.headers.get("retry-after")).toBe("1");
  });
});
