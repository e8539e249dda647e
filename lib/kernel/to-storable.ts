/** Text as Postgres can keep it: NUL and halves of surrogate pairs become U+FFFD. For what is shown, never for files. */
export const toStorable = (text: string): string => text.replaceAll("\u0000", "\ufffd").toWellFormed();

/** A copy of plain data with every text in it storable. */
export function toStorableJson<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, inner) => (typeof inner === "string" ? toStorable(inner) : inner)),
  );
}
