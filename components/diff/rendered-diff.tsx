"use client";

import type { FileDiff } from "@/lib/library/diff-schema";

/** A document as it reads, with what came and what went marked in it. */
export function RenderedDiff({ file }: { file: FileDiff }) {
  return <p className="p-4">{file.path}</p>;
}
