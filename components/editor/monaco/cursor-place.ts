import { createObservable } from "@/components/ui/observable";

/** Where the cursor is, 1-based; null where there is no text. Apart from the editor's state: it changes with every key. */
export const createCursorPlace = () => createObservable<{ line: number; column: number } | null>(null);
export type CursorPlace = ReturnType<typeof createCursorPlace>;
