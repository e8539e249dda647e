"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { KeyCaps } from "./key-caps";
import { useShortcut, useShortcuts, useSingleKeysOn } from "./keyboard";

/** The list of keys of the current page, under `?`. */
export function KeyList() {
  const [open, setOpen] = useState(false);
  useShortcut("?", "Show these keys", () => setOpen(true));
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Keys on this page"
      size="small"
      description="Without a modifier they rest while you type."
    >
      <Keys />
    </Dialog>
  );
}

function Keys() {
  const shortcuts = useShortcuts();
  const singleKeysOn = useSingleKeysOn();
  const byKeys = new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut]));
  return (
    <>
      <ul className="grid">
        {[...byKeys.values()].map(({ keys, label }) => (
          <li key={keys} className="flex min-h-8 items-center justify-between gap-4 border-line border-b">
            {label}
            <KeyCaps keys={keys} />
          </li>
        ))}
      </ul>
      {singleKeysOn ? null : (
        <p className="mt-3 text-12 text-ink-3">Single-key shortcuts are switched off in Settings.</p>
      )}
    </>
  );
}
