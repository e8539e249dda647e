export type KeyPress = { key: string; mod: boolean; shift: boolean; alt: boolean };

/** A keyboard event in our terms: `mod` is Cmd on a Mac and Ctrl elsewhere; keys are lower case. */
export function pressOf(
  event: Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">,
): KeyPress {
  return {
    key: event.key.toLowerCase(),
    mod: event.metaKey || event.ctrlKey,
    shift: event.shiftKey,
    alt: event.altKey,
  };
}

function matchesPress(chord: string, press: KeyPress): boolean {
  const parts = chord.split("+");
  const key = chord === "+" ? "+" : (parts.at(-1) ?? "");
  const wants = (name: string) => key !== name && parts.includes(name);
  if (key !== press.key || wants("mod") !== press.mod || wants("alt") !== press.alt) return false;
  // "?" and the like need Shift on some keyboards and not on others: the sign itself counts.
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key);
  return isSign || wants("shift") === press.shift;
}

/** Whether this press, after the one before it, completes `keys` ("c", "mod+s", "g s"). */
export function matchesKeys(keys: string, press: KeyPress, before: KeyPress | null): boolean {
  const [first = "", second] = keys.split(" ");
  if (second === undefined) return matchesPress(first, press);
  return before !== null && matchesPress(first, before) && matchesPress(second, press);
}

const macNames: Readonly<Record<string, string>> = { mod: "⌘", shift: "⇧", alt: "⌥" };
const otherNames: Readonly<Record<string, string>> = { mod: "Ctrl", shift: "Shift", alt: "Alt" };
const names: Readonly<Record<string, string>> = {
  enter: "Enter",
  escape: "Esc",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  delete: "Del",
};

/** The caps to draw for `keys`, in order: "mod+s" -> ["⌘", "S"]. */
export function keyCaps(keys: string, isMac: boolean): string[] {
  return keys
    .split(" ")
    .flatMap((chord) => (chord === "+" ? ["+"] : chord.split("+")))
    .map((part) => (isMac ? macNames[part] : otherNames[part]) ?? names[part] ?? part.toUpperCase());
}
