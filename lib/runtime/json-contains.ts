export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two values of JSON's types are the same, whatever the order of their fields. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSameJson(item, other[at]));
  if (!isRecord(one) || !isRecord(other)) return Object.is(one, other) || (one === 0 && other === 0);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  );
}

/**
 * Whether `part` is in a value of JSON's types. An object is when each of its fields is in the field of the same name;
 * a text when it stands, letters of either case, in a text anywhere in the value; a list when each of its items is in
 * some item; everything else when it is the same.
 */
export function containsJson(value: unknown, part: unknown): boolean {
  if (typeof part === "string") return hasText(value, part.toLowerCase());
  if (isRecord(part))
    return (
      isRecord(value) &&
      Object.entries(part).every(
        ([name, inner]) => Object.hasOwn(value, name) && containsJson(value[name], inner),
      )
    );
  if (Array.isArray(part))
    return Array.isArray(value) && part.every((inner) => value.some((item) => containsJson(item, inner)));
  return isSameJson(value, part);
}

function hasText(value: unknown, text: string): boolean {
  if (typeof value === "string") return value.toLowerCase().includes(text);
  if (typeof value !== "object" || value === null) return false;
  return (Array.isArray(value) ? value : Object.values(value)).some((inner) => hasText(inner, text));
}
