"use client";

import { ShownText } from "@/components/ui/shown-text";
import type { Turn } from "./transcript";

/** Tells people who listen what was said, once, when it is complete: streaming pieces would be told word by word. */
export function Announcer({ turns }: { turns: readonly Turn[] }) {
  const last = turns.at(-1);
  const words = last?.end ? last.rows.map(spoken).filter(Boolean).join("\n") : "";
  return (
    <div role="status" className="sr-only">
      <ShownText text={words} />
    </div>
  );
}

function spoken(row: Turn["rows"][number]): string {
  if (row.kind === "answer") return row.text;
  return row.kind === "ending" ? row.message : "";
}
