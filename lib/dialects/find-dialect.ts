import type { Dialect } from "@/lib/runtime/dialect";
import { standardDialect } from "./standard";

export const dialects: readonly Dialect[] = [standardDialect];

/** The dialect with this id; null for one that this release does not have. */
export function findDialect(id: string): Dialect | null {
  return dialects.find((dialect) => dialect.id === id) ?? null;
}
