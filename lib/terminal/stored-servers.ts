import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { ClientError, machineError, systemCode } from "./client-error";
import type { Place } from "./server-address";
import type { Terminal } from "./terminal";

const serversSchema = z.object({
  format: z.literal(1),
  servers: z.array(
    z.object({
      address: z.string(),
      workspace: z.string(),
      agent: z.string().nullable(),
      key: z.string(),
    }),
  ),
});
export type StoredServer = z.infer<typeof serversSchema>["servers"][number];

export const serversFile = ({ configFolder }: Pick<Terminal, "configFolder">): string =>
  path.join(configFolder, "servers.json");

/** Every place that somebody logged in to, with its key. */
export async function readServers(terminal: Terminal): Promise<StoredServer[]> {
  const place = serversFile(terminal);
  try {
    const parsed = serversSchema.safeParse(JSON.parse(await readFile(place, "utf8")));
    if (parsed.success) return parsed.data.servers;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    if (!(error instanceof SyntaxError)) throw machineError(`${place} cannot be read`, error);
  }
  throw new ClientError("machine", `${place} is damaged or of a newer release. Remove it and log in again.`);
}

/** Keeps them for this account alone, whole or not at all. */
export async function writeServers(terminal: Terminal, servers: readonly StoredServer[]): Promise<void> {
  const place = serversFile(terminal);
  const next = `${place}.${process.pid}`;
  try {
    await mkdir(terminal.configFolder, { recursive: true, mode: 0o700 });
    // A killed command of the same number may have left one.
    await rm(next, { force: true });
    await writeFile(next, `${JSON.stringify({ format: 1, servers }, null, 2)}\n`, {
      mode: 0o600,
      flag: "wx",
    });
    // The mode of a new file is what the account's mask leaves of it.
    await chmod(next, 0o600);
    await rename(next, place);
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    throw machineError(`${place} cannot be written`, error);
  }
}

/** Whether a text can be a key: others cannot even be sent. */
export const isKey = (text: string): boolean => /^[\w.~-]{8,200}$/.test(text);

export const isSamePlace = (left: Place, right: Place): boolean =>
  left.address === right.address && left.workspace === right.workspace && left.agent === right.agent;
