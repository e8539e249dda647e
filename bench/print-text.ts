import { escapeUnseen, markHidden } from "@/lib/kernel/mark-hidden";

/** Prints what others wrote: names, paths and lines of theirs cannot move a terminal's cursor. */
export const print = (text: string): void => console.log(markHidden(text));

export const printJson = (value: unknown): void => console.log(escapeUnseen(JSON.stringify(value, null, 2)));
