const opening = "\n\n<system-reminder>\n";
const closing = "</system-reminder>";
/** How the one begins that belongs to its answer: which part of a file this is. */
export const partMark = "[Truncated: PARTIAL view ";

/**
 * A text without what Claude Code puts behind results of its own accord: reminders that are no part of the answer. Found
 * from the end, each character once.
 */
export function withoutReminders(text: string): string {
  let end = text.length;
  for (;;) {
    const after = text.endsWith(closing, end) ? end : end - 1;
    if (after < closing.length || !text.endsWith(closing, after) || (after < end && text[after] !== "\n"))
      break;
    const stop = after - closing.length;
    const before = stop === 0 ? -1 : text.lastIndexOf(closing, stop - 1);
    const start = text.indexOf(opening, before < 0 ? 0 : before + closing.length);
    if (start < 0 || start + opening.length > stop) break;
    if (text.startsWith(partMark, start + opening.length)) break;
    end = start;
  }
  return text.slice(0, end);
}

/** A text that is nothing but a word of the host to its model. */
export const isReminder = (text: string): boolean => text.startsWith("<system-reminder>");
