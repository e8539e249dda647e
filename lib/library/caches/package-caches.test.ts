import { afterEach, beforeEach, expect, it } from "vitest";
import { env } from "@/lib/platform/env";
import { packageCaches } from "./package-caches";

const { cache } = env();
const forget = () => {
  globalThis.greenroomPackageCaches = undefined;
};
beforeEach(forget);
afterEach(() => {
  env().cache = cache;
  forget();
});

const MiB = 1024 * 1024;

it("shares the size and the time that the operator gives among all of them", () => {
  env().cache = { mebibytes: 72, minutes: 5 };
  const caches = packageCaches();
  expect(caches.skills.limits).toEqual({ bytes: 16 * MiB, ttlMs: 5 * 60_000 });
  expect(caches.catalogues.limits.bytes).toBe(4 * MiB);
  const all = Object.values(caches).reduce((sum, { limits }) => sum + limits.bytes, 0);
  expect(all).toBeLessThanOrEqual(72 * MiB);
});

it("has 144 MiB for an hour unless somebody says otherwise", () => {
  const caches = packageCaches();
  expect(caches.skills.limits).toEqual({ bytes: 32 * MiB, ttlMs: 60 * 60_000 });
  expect(Object.values(caches).reduce((sum, { limits }) => sum + limits.bytes, 0)).toBe(144 * MiB);
});
