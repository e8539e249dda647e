/** Text as Postgres can keep it: NUL and halves of surrogate pairs become U+FFFD. For what is shown, never for files. */
export const storable = (text: string): string => text.replaceAll("\u0000", "\ufffd").toWellFormed();

/** A copy of plain data with every text in it storable. */
export function storableJson<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, inner) => (typeof inner === "string" ? storable(inner) : inner)),
  );
}
