#!/usr/bin/env node
// npm run conformance -- [cases.json | folder [--findings | --capabilities [--sample 50 --seed 1]]] [--json], --rules for the table of rules,
// or --attacks vectors.json to try every vector of a file on the code and the API
import { runTypescript } from "./run-typescript.mjs";

process.removeAllListeners("warning");
const args = process.argv.slice(2);
if (args.includes("--attacks")) {
  const { runAttacks } = await runTypescript("bench/attacks/run-attacks.ts");
  process.exitCode = await runAttacks(args);
} else {
  const { runConformance } = await runTypescript("bench/format/conformance.ts");
  process.exitCode = runConformance(args);
}
