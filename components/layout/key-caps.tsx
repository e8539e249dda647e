"use client";

import { useSyncExternalStore } from "react";
import { Kbd } from "@/components/ui/kbd";
import { keyCaps } from "./key-names";

const noSubscription = () => () => {};
const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

/** The caps of a shortcut, with the names of the reader's keyboard. */
export function KeyCaps({ keys }: { keys: string }) {
  const onMac = useSyncExternalStore(noSubscription, isMac, () => false);
  return (
    <span className="inline-flex gap-1">
      {keyCaps(keys, onMac).map((cap) => (
        <Kbd key={cap}>{cap}</Kbd>
      ))}
    </span>
  );
}
