#!/usr/bin/env node
// npm run conformance -- [cases.json | folder] [--json]
import { runTypescript } from "./run-typescript.mjs";

process.removeAllListeners("warning");
const { runConformance } = await runTypescript("bench/format/conformance.ts");
process.exitCode = runConformance(process.argv.slice(2));
