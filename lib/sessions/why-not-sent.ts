import { formatNumber } from "@/lib/kernel/format-count";

export const longestMessage = 100_000;
export const tooLongMessage = `A message has at most ${formatNumber(longestMessage)} characters.`;

/** Why these words cannot be sent as a message, for the button that would; undefined when they can. */
export function whyNotSent(text: string): string | undefined {
  const { length } = text.trim();
  if (length === 0) return "Write a message first.";
  return length > longestMessage ? `${tooLongMessage} This has ${formatNumber(length)}.` : undefined;
}
