// One run of dependency-cruiser, with its answer as data.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { inModules, inProject } from "../paths.mjs";
import { PlainError } from "../progress.mjs";

/**
 * @param {string} cwd the tree to look at, with folders app, components and lib
 * @returns {{ sources: string[], imports: { from: string, to: string }[], violations: { rule: string, from: string, to: string }[], rules: string[] }}
 */
export function cruise(cwd) {
  const config = inProject(".dependency-cruiser.cjs");
  const tool = inModules("dependency-cruiser/bin/dependency-cruise.mjs");
  // proxy.ts, instrumentation.ts: what Next.js wants beside app/.
  const loose = fs.readdirSync(cwd).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const args = [tool, "app", "components", "lib", ...loose, "--config", config, "--output-type", "json"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (!stdout.startsWith("{")) throw new PlainError(`dependency-cruiser gave no answer:\n${stderr}`);
  const { modules, summary } = JSON.parse(stdout);
  const { forbidden, required } = summary.ruleSetUsed;
  return {
    sources: modules.map((module) => module.source),
    imports: modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    ),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    rules: [...forbidden, ...required].map((rule) => rule.name),
  };
}
