// The database of an installation, for commands typed at its machine: beside its server, or without one.
import fs from "node:fs";
import path from "node:path";
import { dataDir } from "../data-dir.mjs";
import { PlainError } from "../progress.mjs";
import { databaseFromEnvironment } from "../server/server-environment.mjs";

/**
 * Opens the database that DATABASE_URL names, or joins or starts the embedded one of the data folder.
 *
 * @param {{ command: string, log: (message: string) => void, mayBeNew?: boolean, alone?: boolean }} options `command` is
 *   what others read of its user. Without `mayBeNew` nothing is made: a folder without an installation is refused.
 *   `alone` refuses a data folder whose server runs.
 * @returns {Promise<{ url: string, servedUrl: string, ownerUrl: string, isOwn: boolean, dir: string, stop: () => Promise<void> }>} `isOwn`
 *   says that DATABASE_URL named it, so that its server may run elsewhere; `servedUrl` is the server's own way there,
 *   through a pooler where there is one
 */
export async function openInstallation({ command, log, mayBeNew = false, alone = false }) {
  const dir = dataDir();
  const named = databaseFromEnvironment();
  if (named) {
    const { url: servedUrl, directUrl: url, ownerUrl } = named;
    return { url, servedUrl, ownerUrl, isOwn: true, dir, stop: async () => {} };
  }
  if (!mayBeNew) requireInstallation(dir);
  const { startEmbedded } = await import("./embedded-db.mjs");
  const name = `${command}, process ${process.pid}`;
  const db = await startEmbedded({ dir: path.join(dir, "postgres"), name, log, launcher: alone });
  return { url: db.url, servedUrl: db.url, ownerUrl: db.ownerUrl, isOwn: false, dir, stop: db.stop };
}

/** Before anything is started or made: a slip in the folder's name must not found another installation. */
function requireInstallation(dir) {
  if (!["postgres", "secret"].some((name) => fs.existsSync(path.join(dir, name))))
    throw new PlainError(
      `there is no Greenroom in ${dir}; name its data folder with GREENROOM_DATA, or its database with DATABASE_URL`,
    );
  const { uid } = fs.statSync(dir);
  if (process.getuid && uid !== process.getuid())
    throw new PlainError(
      `${dir} belongs to another account (user id ${uid}); run this as the account that runs Greenroom`,
    );
}

/** A path as it was typed: npm runs scripts in the project's folder. */
export const typedPath = (file) => path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
