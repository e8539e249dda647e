// Imports the client's TypeScript in any Node from 20 on, with nothing but what npx installs: Node itself takes types
// out from 22.18 on only, and nowhere below node_modules. jiti does, and keeps its work in the person's own cache.
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { createJiti } from "jiti";
import { inProject } from "./paths.mjs";

/** Imports `path` (relative to the project). */
export async function loadClient(path) {
  const alias = { "@": inProject(), "server-only": inProject("scripts", "on-a-server.mjs") };
  const jiti = createJiti(import.meta.url, { alias, fsCache: cacheFolder() });
  return jiti.import(inProject(path));
}

/** A folder of nobody else's, as what lies in it is run: none where there is no place for one. */
function cacheFolder() {
  const named = process.env.XDG_CACHE_HOME;
  const folder = join(named && isAbsolute(named) ? named : join(homedir(), ".cache"), "greenroom", "client");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return false;
  }
}
