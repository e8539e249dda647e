// Lets plain Node (22.18 or newer) run the project's TypeScript: Node itself takes the types out, and these hooks
// resolve "@/..." and imports without an extension.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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
  nodeModule.registerHooks({ resolve: resolveTypescript, load: loadTypescript });
  return import(pathToFileURL(join(root, path)).href);
}

function resolveTypescript(specifier, context, nextResolve) {
  // What keeps server code out of the browser lets it through where it knows that it is on a server.
  if (specifier === "server-only")
    return nextResolve(specifier, { ...context, conditions: [...context.conditions, "react-server"] });
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

/** Not only stripped: a constructor's parameters that are properties become code. */
function loadTypescript(url, context, nextLoad) {
  if (!url.startsWith("file:") || !url.endsWith(".ts") || url.includes("/node_modules/"))
    return nextLoad(url, context);
  const text = readFileSync(fileURLToPath(url), "utf8");
  const source = nodeModule.stripTypeScriptTypes(text, { mode: "transform", sourceUrl: url });
  return { format: "module", source, shortCircuit: true };
}
