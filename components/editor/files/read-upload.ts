import { err, ok, type Result } from "@/lib/kernel/result";
import { textOf } from "@/lib/skills/file-text";
import { formatBytes, packageLimits } from "@/lib/skills/limits";
import type { FileContent } from "../saving/draft-state";

/** What a chosen file becomes in the draft: text where its bytes are UTF-8, bytes otherwise. */
export async function readUpload(file: File): Promise<Result<FileContent, string>> {
  if (file.size > packageLimits.fileBytes)
    return err(
      `${file.name} has ${formatBytes(file.size)}; the limit is ${formatBytes(packageLimits.fileBytes)}.`,
    );
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = textOf(bytes);
  if (text !== null) return ok({ kind: "text", text });
  return ok({ kind: "binary", upload: { base64: toBase64(bytes), size: bytes.length } });
}

const chunkBytes = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += chunkBytes)
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  return btoa(binary);
}

export function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
