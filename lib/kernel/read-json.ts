/** The value that a JSON text stands for; null for a text that is none. How deep it is, whoever asks looks at. */
export function readJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** The same where a text that is none is as good as one that says null. */
export const jsonOrNull = (text: string): unknown => readJson(text)?.value ?? null;
