import "server-only";
import { hostname } from "node:os";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { cacheNames, type RuntimeCaches } from "./cache-schema";
import { packageCaches } from "./package-caches";

/** The caches of this process, for admins. They hold packages of every workspace; only numbers are told. */
export function getCaches(context: Context): RuntimeCaches {
  requirePermission(context, "caches.manage");
  const caches = packageCaches();
  return {
    server: `${hostname()}, process ${process.pid}`,
    caches: cacheNames.map((name) => {
      const { bytes, ttlMs } = caches[name].limits;
      return { name, ...caches[name].statistics(), limitBytes: bytes, ttlSeconds: ttlMs / 1000 };
    }),
  };
}
