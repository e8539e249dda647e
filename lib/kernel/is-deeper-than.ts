/** Ample for what people and programs write; far below what recursion and the database stand. */
export const deepestJson = 200;

/** Whether a value of JSON's types is nested more than `levels` deep. Does not recurse, so any depth may be asked of. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const inside = level.filter((item): item is object => typeof item === "object" && item !== null);
    if (depth >= levels && inside.length > 0) return true;
    level = inside.flatMap((item): unknown[] => (Array.isArray(item) ? item : Object.values(item)));
  }
  return false;
}
