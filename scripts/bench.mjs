#!/usr/bin/env node
// npm run bench -- <attack | batches | delivery | delivery-clients | diff | directories | evaluations | faults | format | fuzz | gateway | generated-client | git-clients | hostile | hosts | live-hosts | mcp-clients | planted-faults | routing | runtime | sandbox | verdicts | webhooks> [options]: runs bench/<name>/run.ts, or bench/format/<name>.ts
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runTypescript } from "./run-typescript.mjs";

process.removeAllListeners("warning");
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name = "format", ...options] = process.argv.slice(2);
const path = [`bench/${name}/run.ts`, `bench/format/${name}.ts`].find((candidate) =>
  existsSync(join(root, candidate)),
);
if (!/^[a-z-]+$/.test(name) || !path) {
  console.error(`There is no benchmark "${name}".`);
  process.exitCode = 2;
} else {
  const { run } = await runTypescript(path);
  process.exitCode = (await run(options)) ?? 0;
}
