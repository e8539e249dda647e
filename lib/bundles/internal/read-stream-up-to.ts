import type { Readable } from "node:stream";
import { formatBytes } from "@/lib/skills/limits";
import { refuse } from "../archive-refusal";

/** Reads a stream to its end, or refuses it once it passes `limit` bytes; the stream is destroyed then. */
export async function readStreamUpTo(stream: Readable, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes: Uint8Array = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > limit) refuse("archive-too-large", `The archive is larger than ${formatBytes(limit)}.`);
    chunks.push(bytes);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
}
