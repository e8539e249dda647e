import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Installation } from "./installation";

/** An installation that has an owner, and how it is started once more on the same folder after its end. */
export type Started = { at: Installation; restart: () => Promise<Installation> };

/**
 * Uses an `npm start` on a folder of its own, whose first owner is there, and takes both away afterwards. Where the use
 * fails, the last that the server said is printed.
 */
export async function withInstallation<T>(
  name: string,
  env: Record<string, string>,
  use: (started: Started) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `greenroom-${name}-`));
  // The database runs as another account.
  chmodSync(folder, 0o755);
  const start = () => Installation.start(join(folder, "data"), env);
  let at = await start();
  const restart = async () => {
    const again = await start();
    again.takeCookieOf(at);
    at = again;
    return again;
  };
  try {
    await at.claim();
    return await use({ at, restart });
  } catch (error) {
    console.error(at.said.slice(-4_000));
    throw error;
  } finally {
    await at.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
