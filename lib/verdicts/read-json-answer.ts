/** The answer as JSON, alone or in one fence, as models like to write it; undefined where it is none. */
export function readJsonAnswer(text: string): { json: unknown } | undefined {
  const fenced = /^\s*```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*```\s*$/i.exec(text)?.[1];
  try {
    return { json: JSON.parse(fenced ?? text) };
  } catch {
    return undefined;
  }
}
