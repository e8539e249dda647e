import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Context } from "@/lib/access/context";
import { writeZip } from "@/lib/bundles/write-zip";
import { startImport } from "@/lib/imports/commands/start-import";
import { storeImport } from "@/lib/imports/commands/store-import";
import { followImport } from "@/lib/imports/follow-import";
import { getImport } from "@/lib/imports/get-import";
import type { Import, StoreImport } from "@/lib/imports/import-schema";
import { skillText } from "@/lib/testing/packages";

type Files = Record<string, string | Uint8Array>;

export const bytes = (content: string | Uint8Array) =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;
/** `runnable`: paths in their folders of files that their owner may run. */
export const zipOf = async (
  folders: Record<string, Files>,
  runnable: readonly string[] = [],
): Promise<Uint8Array> => buffer(writeZip(packed(folders, runnable), { layout: "folder" }));
export const packed = (folders: Record<string, Files>, runnable: readonly string[] = []) =>
  Object.entries(folders).map(([folderName, files]) => ({
    folderName,
    files: Object.entries(files).map(([path, content]) => ({
      path,
      bytes: bytes(content),
      executable: runnable.includes(path),
    })),
  }));
export const plain = (name: string, body?: string): Files => ({ "SKILL.md": skillText(name, body) });

export const randomText = (length: number) => randomBytes(length / 2).toString("hex");

export async function upload(context: Context, parts: Files): Promise<Import> {
  const form = new FormData();
  for (const [name, content] of Object.entries(parts))
    form.append("file", new Blob([new Uint8Array(bytes(content))]), name);
  const started = await startImport(
    context,
    new Request("http://greenroom.test/", { method: "POST", body: form }),
  );
  return settled(context, started.id);
}

export async function settled(context: Context, id: string): Promise<Import> {
  for await (const _ of await followImport(context, { id }, new AbortController().signal));
  return getImport(context, { id });
}

export async function store(context: Context, id: string, input: StoreImport = {}): Promise<Import> {
  await storeImport(context, { id, ...input });
  return settled(context, id);
}
