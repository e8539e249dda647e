import { maskSecrets } from "./internal/find-secrets";

/** The text with every secret in it shown by its first characters and its length; other text stays as it is. */
export function redactText(text: string): string {
  return maskSecrets(text);
}
