import { expect, it } from "vitest";
import { env } from "@/lib/platform/env";
import { addressHash, addressUrl, gitUrl, newAddressSecret, unsealToken } from "./address-secret";

it("is 256 random bits that say what they are, found by their sha256", () => {
  const { token, hash } = newAddressSecret();
  expect(token).toMatch(/^grd_[\w-]{43}$/);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(addressHash(token)).toBe(hash);
  expect(newAddressSecret().token).not.toBe(token);
});

it("opens again from what is kept of it, and from no other row's", () => {
  const { token, id, sealedToken } = newAddressSecret();
  expect(Buffer.from(sealedToken).toString("latin1")).not.toContain(token.slice(4));
  expect(unsealToken({ id, sealedToken })).toBe(token);
  expect(() => unsealToken({ id: newAddressSecret().id, sealedToken })).toThrow();
});

it("stands below the public address, its repository under a name that any folder can have", () => {
  expect(addressUrl("grd_x")).toBe(`${env().publicUrl}/d/grd_x`);
  expect(gitUrl("grd_x", "release-desk")).toBe(`${env().publicUrl}/d/grd_x/release-desk.git`);
  expect(gitUrl("grd_x", "Laptops of Zoë / CON")).toMatch(/\/d\/grd_x\/[a-z0-9-]+\.git$/);
});
