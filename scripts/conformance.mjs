#!/usr/bin/env node
// npm run conformance -- [cases.json | folder [--findings [--sample 50 --seed 1]]] [--json], or --rules for the table of rules
import { runTypescript } from "./run-typescript.mjs";

process.removeAllListeners("warning");
const { runConformance } = await runTypescript("bench/format/conformance.ts");
process.exitCode = runConformance(process.argv.slice(2));
