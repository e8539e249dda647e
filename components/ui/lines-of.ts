/** A list that is typed one item a line: no empty ones, and no blanks around them. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
