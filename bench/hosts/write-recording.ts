import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Shape } from "@/lib/hosts/shape";

/** Keeps what a host sent, for tests without it. */
export function writeRecording(
  { id, version }: { id: string; version: string },
  shapes: Readonly<Record<string, Shape>>,
): void {
  const folder = "lib/dialects/fixtures";
  mkdirSync(folder, { recursive: true });
  const recording = { version, recorded: new Date().toISOString().slice(0, 10), shapes };
  writeFileSync(join(folder, `${id}.json`), `${JSON.stringify(recording, null, 1)}\n`);
}
