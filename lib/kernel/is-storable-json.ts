import { deepestJson, isDeeperThan } from "./is-deeper-than";
import { isStorable } from "./storable-text";

/** Whether Postgres keeps a value of JSON's types: every text and name in it is storable, and it has not endless levels. */
export function isStorableJson(value: unknown): boolean {
  if (isDeeperThan(value, deepestJson)) return false;
  let storable = true;
  JSON.stringify(value, (name, inner: unknown) => {
    storable &&= isStorable(name) && (typeof inner !== "string" || isStorable(inner));
    return inner;
  });
  return storable;
}
