/** A call in the host's own words; `{{skills}}` stands for the folder of skills. */
export type RawCall = { tool: string; input: Record<string, unknown> };

/** A call with the folder of skills in place of `{{skills}}`. */
export const withFolder = ({ tool, input }: RawCall, folder: string): RawCall => ({
  tool,
  input: changeTexts(input, (text) => text.replaceAll("{{skills}}", () => folder)),
});

/** The input of a call with `{{skills}}` in place of the folder; as it is where nobody knows the folder. */
export const withoutFolder = (input: Record<string, unknown>, folder: string | null): RawCall["input"] =>
  folder === null ? input : changeTexts(input, (text) => text.replaceAll(folder, "{{skills}}"));

/** Of an input every text, and every word of a list, as those that a shell is started with. */
function changeTexts(input: Record<string, unknown>, change: (text: string) => string): RawCall["input"] {
  const changed = (value: unknown): unknown => (typeof value === "string" ? change(value) : value);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(changed) : changed(value),
    ]),
  );
}
