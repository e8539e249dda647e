/** The last line with a word in it, without what moves and colours it. */
export function lastLine(said: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they begin with
  const lines = said.replace(/\u001b\[[0-9;?]*[a-zA-Z]/g, "").split(/[\r\n]+/);
  return (lines.filter((line) => /\w/.test(line)).at(-1) ?? "").trim().slice(0, 90);
}
