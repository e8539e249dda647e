// From a bare checkout to a running script. Everything here works on any Node from 20 on, with nothing installed.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withFileLock } from "./file-lock.mjs";
import { inModules, inProject, root } from "./paths.mjs";
import { commandOf, isAlive, parentOf, STOP_SIGNALS } from "./processes.mjs";
import { PlainError, say, secondsSince } from "./progress.mjs";

const OLDEST_NODE = 20;
const SERVING_NODE = 22; // without the pinned one, the oldest that the dependencies run on

/**
 * Installs what is missing and runs the calling script again on the project's own Node. Returns only in the process
 * that is to do the work; the outer one ends with the inner one's exit code.
 */
export async function bootstrap(scriptUrl) {
  if (process.env.GREENROOM_BOOTED === "1") return;
  if (nodeMajor() < OLDEST_NODE) {
    throw new PlainError(`Node ${process.versions.node} is too old; install Node ${OLDEST_NODE} or newer`);
  }
  // Without the lock first: an up-to-date project may belong to another account.
  if (whyInstall()) await withFileLock(inProject(".install.lock"), install);
  requireNativePackages();
  process.exit(await runOnPinnedNode(fileURLToPath(scriptUrl)));
}

const nodeMajor = () => Number(process.versions.node.split(".")[0]);

async function install() {
  const reason = whyInstall();
  if (!reason) return;
  say(`${reason}: installing dependencies with npm ci (about a minute)`);
  const startMs = performance.now();
  const env = { ...process.env, NODE_ENV: "development" }; // "production" would leave the build tools out
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  // The npm that runs this script; on Windows `npm` is a .cmd file, which cannot be spawned without a shell.
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: "inherit", env };
  // Not spawnSync: the lock shows that it is held, for which this process has to be awake.
  const child =
    npm && fs.existsSync(npm)
      ? spawn(process.execPath, [npm, ...args], options)
      : spawn(`npm ${args.join(" ")}`, { ...options, shell: true });
  const code = await new Promise((resolve) => child.once("error", resolve).once("exit", resolve));
  if (code !== 0) throw new PlainError("npm ci failed; its own message above says why");
  say(`Dependencies installed in ${secondsSince(startMs)}`);
}

/** Why node_modules is not what package-lock.json says, or null. Compares contents, never times. */
export function whyInstall() {
  const installed = readLock(inModules(".package-lock.json")); // npm writes it last, so an interrupted install has none
  if (!installed) return fs.existsSync(inModules()) ? "The last installation was interrupted" : "First start";
  const wanted = readLock(inProject("package-lock.json"));
  if (!wanted)
    throw new PlainError("package-lock.json is missing or broken; restore it from version control");
  const stale = Object.entries(wanted).some(([name, entry]) => {
    if (name === "" || (entry.optional && !installed[name])) return false; // another platform's package
    return installed[name]?.version !== entry.version;
  });
  return stale ? "package-lock.json has changed" : null;
}

function readLock(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")).packages;
  } catch {
    return null;
  }
}

// What the build cannot do without; the database's own package is asked for only when it is used.
const NATIVE_PACKAGES = /^node_modules\/(@next\/swc|@tailwindcss\/oxide|lightningcss)-/;

/** Fails in one line when this platform's native packages were left out, instead of minutes later in a build's log. */
function requireNativePackages() {
  const fits = (allowed, own) => !allowed || allowed.includes(own);
  for (const [place, entry] of Object.entries(readLock(inProject("package-lock.json")))) {
    if (!NATIVE_PACKAGES.test(place) || !fits(entry.os, process.platform) || !fits(entry.cpu, process.arch))
      continue;
    // One of the two C libraries is enough, whichever this system has.
    if (entry.libc || /-(gnu|musl)$/.test(place)) {
      const other = place.endsWith("musl") ? place.replace(/musl$/, "gnu") : place.replace(/gnu$/, "musl");
      if (fs.existsSync(inProject(other))) continue;
    }
    if (fs.existsSync(inProject(place))) continue;
    const name = place.replace("node_modules/", "");
    throw new PlainError(`the native package ${name} is missing; run "npm ci --include=optional"`);
  }
}

async function runOnPinnedNode(script) {
  const pinned = inModules("node", "bin", process.platform === "win32" ? "node.exe" : "node");
  const node = fs.existsSync(pinned) ? pinned : process.execPath;
  if (node !== pinned && nodeMajor() < SERVING_NODE) {
    throw new PlainError(
      `the native package "node" is missing (${pinned}); run "npm ci", or install Node 24`,
    );
  }
  const child = spawn(node, [script, ...process.argv.slice(2)], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"], // the channel closes when this process is killed: the child notices
    env: {
      ...process.env,
      GREENROOM_BOOTED: "1",
      PATH: [path.dirname(node), inModules(".bin"), process.env.PATH].join(path.delimiter),
    },
  });
  for (const signal of STOP_SIGNALS) process.on(signal, () => child.kill("SIGTERM"));
  stopWithNpm(child);
  return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
}

// npm runs us through `sh -c`. A SIGTERM for npm ends that shell without reaching us, and a killed npm leaves it behind:
// notice that either has gone.
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const npm = / -c /.test(commandOf(parent)) ? parentOf(parent) : null;
  const watch = setInterval(() => {
    if (process.ppid !== parent || (npm && !isAlive(npm))) child.kill("SIGTERM");
  }, 500);
  watch.unref();
}
