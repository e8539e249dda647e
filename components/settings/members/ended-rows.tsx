"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";

type EndedRowsProps<Item> = {
  items: readonly Item[];
  isEnded: (item: Item) => boolean;
  /** Names one of those that ended: "inactive key". */
  noun: string;
  /** Said when all have ended. */
  none: string;
  children: (items: readonly Item[]) => ReactNode;
};

/** Those that still hold; the ended ones when they are asked for. */
export function EndedRows<Item>({ items, isEnded, noun, none, children }: EndedRowsProps<Item>) {
  const [isAll, setAll] = useState(false);
  const holding = items.filter((item) => !isEnded(item));
  const ended = items.length - holding.length;
  return (
    <>
      {holding.length === 0 && !isAll ? (
        <p className="py-2 text-ink-3">
          <ShownText text={none} />
        </p>
      ) : (
        children(isAll ? items : holding)
      )}
      {ended === 0 ? null : (
        <Button variant="ghost" className="mt-2" onClick={() => setAll(!isAll)}>
          {isAll ? "Hide" : "Show"} {formatCount(ended, noun)}
        </Button>
      )}
    </>
  );
}
