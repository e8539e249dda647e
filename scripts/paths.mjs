// Where things are. No dependencies.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A path below the project. */
export const inProject = (...parts) => path.join(root, ...parts);

/** A path inside node_modules. */
export const inModules = (...parts) => path.join(root, "node_modules", ...parts);

/** Whether this module is the one that was started, and not imported by another. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === moduleUrl;
}
