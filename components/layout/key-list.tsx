"use client";

import { useId, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { groupKeys } from "./group-keys";
import { KeyCaps } from "./key-caps";
import { type Shortcut, useShortcut, useShortcuts, useSingleKeysOn } from "./keyboard";

/** The list of keys of the current page, under `?`. */
export function KeyList() {
  const [open, setOpen] = useState(false);
  useShortcut("?", "Show all keys", () => setOpen(true));
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
  const { own, everywhere } = groupKeys(shortcuts);
  return (
    <>
      <KeyRows title="This page" shortcuts={own} />
      <KeyRows title="Everywhere" shortcuts={everywhere} />
      {singleKeysOn ? null : (
        <p className="mt-3 text-12 text-ink-3">Single-key shortcuts are switched off in Settings.</p>
      )}
    </>
  );
}

function KeyRows({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  const id = useId();
  if (shortcuts.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-4 last:mb-0">
      <h3 id={id} className="mb-1 font-normal text-12 text-ink-3">
        {title}
      </h3>
      <ul className="grid">
        {shortcuts.map(({ keys, label }) => (
          <li key={keys} className="flex min-h-8 items-center justify-between gap-4 border-line border-b">
            {label}
            <KeyCaps keys={keys} />
          </li>
        ))}
      </ul>
    </section>
  );
}
