import type { Db } from "@/lib/db/client";

/** The same database, and how often something was asked of it by whoever holds it. */
export function countedQueries(db: Db): { db: Db; asked: () => number } {
  let asked = 0;
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, key) {
        const value: unknown = Reflect.get(of, key);
        if (typeof value === "function")
          return (...given: unknown[]) => {
            asked += 1;
            return Reflect.apply(value, of, given);
          };
        return typeof value === "object" && value !== null ? counted(value) : value;
      },
    });
  return { db: counted(db), asked: () => asked };
}
