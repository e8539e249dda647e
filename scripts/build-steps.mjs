// The steps that start, dev and test share: generate the database client, build, and know when neither is needed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { withFileLock } from "./file-lock.mjs";
import { inModules, inProject, root } from "./paths.mjs";
import { PlainError, say, secondsSince } from "./progress.mjs";

/** Runs a Node script to its end; rejects with its output when it fails. `onChild` lets the caller stop it. */
export function runStep(label, args, { env = {}, onChild } = {}) {
  say(label);
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onChild?.(child);
    let output = "";
    child.stdout.on("data", (text) => (output += text));
    child.stderr.on("data", (text) => (output += text));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code !== 0) return reject(new PlainError(`${label}: failed\n${output}`));
      say(`${label}: done in ${secondsSince(startMs)}`);
      resolve(output);
    });
  });
}

/** One hash over names and contents of files and folders: survives checkouts, which change every time stamp. */
export function hashOf(entries, { extra = "", skip = () => false } = {}) {
  const hash = createHash("sha256").update(extra);
  const add = (file) => {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat || skip(path.relative(root, file))) return;
    if (stat.isDirectory()) for (const name of fs.readdirSync(file).sort()) add(path.join(file, name));
    else hash.update(`\n${path.relative(root, file)}\n`).update(fs.readFileSync(file));
  };
  for (const entry of entries) add(inProject(entry));
  return hash.digest("hex");
}

const readMark = (file) => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : null);

/** Runs `work` unless the inputs are those of the last time it succeeded; a mark is never older than its result. */
async function whenStale(markFile, wanted, work) {
  const isFresh = () => readMark(markFile) === wanted;
  if (isFresh()) return;
  await withFileLock(inProject(".build.lock"), async () => {
    if (isFresh()) return; // somebody else did it meanwhile
    fs.rmSync(markFile, { force: true });
    await work();
    fs.writeFileSync(markFile, wanted);
  });
}

/** Prisma's generated client. The CLI only checks that an engine file exists, `generate` never runs it. */
export async function generateClient({ onChild } = {}) {
  const inputs = ["prisma/schema.prisma", "prisma.config.ts", "node_modules/prisma/package.json"];
  await whenStale(inProject("lib/db/generated/.inputs"), hashOf(inputs), () =>
    runStep("Generating the database client", [inModules("prisma/build/index.js"), "generate"], {
      onChild,
      env: {
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
    }),
  );
}

const SOURCE_FOLDERS = ["app", "components", "lib", "public", "prisma"];
const isNoInput = (file) => /\.test\.tsx?$|^lib\/(testing|db\/generated)(\/|$)/.test(file);

function buildInputs() {
  const files = fs
    .readdirSync(root)
    .filter((name) => /\.(ts|mjs)$/.test(name) && !/^(vitest|playwright)\./.test(name));
  return [
    ...SOURCE_FOLDERS,
    ...files.filter((name) => name !== "next-env.d.ts").sort(),
    "tsconfig.json",
    "package-lock.json",
  ];
}

/** `next build`, unless what it would read is what the last build read. */
export async function buildIfStale({ onChild } = {}) {
  const publicEnv = Object.entries(process.env).filter(([name]) => name.startsWith("NEXT_PUBLIC_"));
  const wanted = hashOf(buildInputs(), { extra: JSON.stringify(publicEnv.sort()), skip: isNoInput });
  await whenStale(inProject(".next/build-inputs"), wanted, () =>
    runStep("Building (about a minute)", [inModules("next/dist/bin/next"), "build"], {
      onChild,
      env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    }),
  );
}
