// Where things are. No dependencies.
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A path below the project. */
export const inProject = (...parts) => path.join(root, ...parts);

/** A path inside node_modules. */
export const inModules = (...parts) => path.join(root, "node_modules", ...parts);
