import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { askServer, inWorkspace } from "./ask-server";
import type { AgentAccess } from "./choose-access";
import { ClientError, machineError } from "./client-error";
import type { LockedFile, LockedSkill } from "./lock-file";
import { sha256Of } from "./sha256";

/** Where bytes may lie already on this machine, by their sha256: as hints, each is looked at before it is used. */
export type BytesHere = ReadonlyMap<string, string>;

/**
 * Writes one skill into a new folder: files from this machine where they are there, else from the server, each held to
 * the sha256 and size of the manifest before it is written. Nothing is there but what is written here.
 */
export async function stageSkill(
  access: AgentAccess,
  skill: LockedSkill,
  { folder, here }: { folder: string; here: BytesHere },
): Promise<void> {
  const queue = [...skill.files];
  const worker = async (): Promise<void> => {
    try {
      for (let file = queue.shift(); file; file = queue.shift())
        await stageFile(access, file, { folder, here });
    } finally {
      queue.length = 0;
    }
  };
  // Whoever tidies up after a failure must not be written to by the others any more.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

/** The server lets each key download eight at a time. */
const atOnce = 4;

async function stageFile(
  access: AgentAccess,
  file: LockedFile,
  { folder, here }: { folder: string; here: BytesHere },
): Promise<void> {
  const bytes = (await bytesHere(here, file)) ?? (await download(access, file));
  const place = path.join(folder, file.path);
  try {
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, bytes, { flag: "wx", mode: file.executable ? 0o755 : 0o644 });
  } catch (error) {
    throw machineError(`${place} cannot be written`, error);
  }
}

async function bytesHere(here: BytesHere, file: LockedFile): Promise<Uint8Array | null> {
  const place = here.get(file.sha256);
  const bytes = place === undefined ? null : await readFile(place).catch(() => null);
  return bytes && sha256Of(bytes) === file.sha256 ? bytes : null;
}

async function download(access: AgentAccess, file: LockedFile): Promise<Uint8Array> {
  const path = inWorkspace(access, `/agents/${access.agent}/delivery/files/${file.sha256}`);
  const { bytes, status } = await askServer(access, path, { most: file.size + 4_096, takes: [404, 410] });
  if (status === 404 || status === 410)
    throw new ClientError(
      "server",
      `What is delivered changed while ${file.path} was fetched. Nothing was replaced; pull again.`,
    );
  if (bytes.length === file.size && sha256Of(bytes) === file.sha256) return bytes;
  throw new ClientError(
    "server",
    `The server gave other bytes for ${file.path} than its manifest says (sha256 ${file.sha256}). Nothing was replaced.`,
  );
}
