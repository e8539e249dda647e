"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { browserSetting, useBrowserSetting } from "@/components/ui/browser-setting";
import { createObservable } from "@/components/ui/observable";
import { type KeyPress, matchesKeys, pressOf } from "./key-names";

export type Shortcut = {
  /** Names a key or a combination ("c", "/", "mod+s", "mod+enter", "escape"), or two after each other: "g s". */
  keys: string;
  /** What it does, as the list of keys shows it. */
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Also while typing; combinations with mod always work. */
  inInputs: boolean;
  /** Whether it is meant, by where it was pressed. */
  when: (event: KeyboardEvent) => boolean;
};

const sequenceMs = 1000;
const singleKeys = browserSetting("greenroom-single-keys");

/** Every shortcut of what is on screen. The latest registration of a key wins. */
const registered = new Map<symbol, Shortcut>();
const shortcuts = createObservable<readonly Shortcut[]>([]);
let earlier: { press: KeyPress; at: number } | null = null;

const announce = () => shortcuts.set([...registered.values()]);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select")
  );
}

/** Inside a dialog or menu the page's keys rest, what sends something too: the focus is there for something else. */
function isInOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("[role=dialog], [role=alertdialog], [role=menu]") !== null
  );
}

/** WCAG 2.1.4: keys without a modifier can be switched off. */
const areSingleKeysOn = () => singleKeys.get() !== "off";

export const setSingleKeys = (on: boolean): void => singleKeys.set(on ? "on" : "off");

function handle(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const press = pressOf(event);
  const before = earlier && performance.now() - earlier.at < sequenceMs ? earlier.press : null;
  earlier = { press, at: performance.now() };
  const typing = isTyping(event.target);
  const overlay = isInOverlay(event.target);
  const single = !press.mod && press.key !== "escape";
  const matching = shortcuts.get().filter((shortcut) => {
    if (!matchesKeys(shortcut.keys, press, before) || !shortcut.when(event)) return false;
    if (!press.mod && typing && !shortcut.inInputs) return false;
    if (overlay && (!press.mod || press.key === "enter")) return false;
    return !(single && !shortcut.inInputs && !areSingleKeysOn());
  });
  // After "g", "r" goes to the reviews, whatever a page does on "r" alone.
  const found = matching.findLast(({ keys }) => keys.includes(" ")) ?? matching.at(-1);
  if (!found) return;
  earlier = null;
  event.preventDefault();
  found.run(event);
}

const none: readonly Shortcut[] = [];

/** The shortcuts that work now, for the list of keys. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(shortcuts.subscribe, shortcuts.get, () => none);
}

export const useSingleKeysOn = (): boolean => useBrowserSetting(singleKeys) !== "off";

const anywhere = () => true;

type ShortcutOptions = Partial<Pick<Shortcut, "inInputs" | "when">> & { enabled?: boolean };

/** Runs `run` on these keys while the component is on screen, and lists them under `?`. */
export function useShortcut(
  keys: string,
  label: string,
  run: (event: KeyboardEvent) => void,
  { enabled = true, inInputs = false, when = anywhere }: ShortcutOptions = {},
): void {
  const latest = useRef({ run, when });
  useEffect(() => {
    latest.current = { run, when };
  });
  useEffect(() => {
    if (!enabled) return;
    const id = Symbol(keys);
    if (registered.size === 0) window.addEventListener("keydown", handle);
    registered.set(id, {
      keys,
      label,
      inInputs,
      when: (event) => latest.current.when(event),
      run: (event) => latest.current.run(event),
    });
    announce();
    return () => {
      registered.delete(id);
      if (registered.size === 0) window.removeEventListener("keydown", handle);
      announce();
    };
  }, [keys, label, enabled, inInputs]);
}
