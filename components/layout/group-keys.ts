import type { Shortcut } from "./keyboard";

/** The page's own keys before those that work everywhere; of the same key the latest, which is the one that acts. */
export function groupKeys(shortcuts: readonly Shortcut[]): { own: Shortcut[]; everywhere: Shortcut[] } {
  const all = [...new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut])).values()];
  return { own: all.filter((each) => !isGlobal(each)), everywhere: all.filter(isGlobal) };
}

const frameKeys = ["mod+k", "?"];

/** Those of the frame: the palette, the list of keys and the rooms ("g s"). */
const isGlobal = ({ keys }: Shortcut): boolean => frameKeys.includes(keys) || keys.startsWith("g ");
