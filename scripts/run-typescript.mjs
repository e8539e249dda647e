// Lets plain Node (22.18 or newer) run the project's TypeScript: types are stripped by Node itself, and these
// hooks resolve "@/..." and imports without an extension.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const supported = () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
};

/** Imports `path` (relative to the project) as TypeScript; an older Node hands over to the project's own. */
export async function runTypescript(path) {
  if (!supported()) {
    const own = join(root, "node_modules/node/bin/node");
    const ran = spawnSync(own, process.argv.slice(1), { stdio: "inherit" });
    process.exit(ran.status ?? 1);
  }
  nodeModule.registerHooks({ resolve: resolveTypescript });
  return import(pathToFileURL(join(root, path)).href);
}

function resolveTypescript(specifier, context, nextResolve) {
  const ours = context.parentURL?.startsWith("file:") && !context.parentURL.includes("/node_modules/");
  const base = specifier.startsWith("@/")
    ? join(root, specifier.slice(2))
    : ours && specifier.startsWith(".")
      ? join(dirname(fileURLToPath(context.parentURL)), specifier)
      : null;
  const path = base && `${base}.ts`;
  return path && existsSync(path)
    ? nextResolve(pathToFileURL(path).href, context)
    : nextResolve(specifier, context);
}
