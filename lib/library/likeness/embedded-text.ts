/** In characters, some 500 tokens: what the smallest models in use read. */
const longestText = 2_000;

/**
 * What is embedded of a package: its name, its description and then the beginning of its instructions, as far as it
 * goes. A description is written to be chosen by, and is whole; the first lines say the same in other words. Further down are details that
 * most other skills have too, and a vector stands for its whole text.
 */
export function embeddedText({
  name,
  description,
  body,
}: {
  name: string;
  description: string;
  body: string;
}): string {
  return `${name}\n${description}\n\n${body.trim()}`.slice(0, longestText).trim();
}
