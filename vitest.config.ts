import { globSync, readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { sortDatabaseTests } from "./scripts/gates/tests-apart.mjs";

const environment = {
  NODE_ENV: "test",
  LOG_LEVEL: "silent",
  GREENROOM_SECRET: "a-secret-that-only-the-tests-know-0123456789",
  DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
} as const;

const strictConsole = "lib/testing/fail-on-console-error.ts";
/** Pure modules and the archive readers: their own tests cover every file of them, not only their sum. */
const wellCovered = [
  "kernel",
  "statistics",
  "skills",
  "findings",
  "capabilities",
  "bundles",
  "runtime",
  "dialects",
  "verdicts",
  "suites",
].map((module) => `lib/${module}`);
const theirTests = wellCovered.map((folder) => `${folder}/**/*.test.ts`);

/** Files that put something in a module's place: what they share a process with would get it as well. */
const replacing = globSync("{app,components,lib,bench}/**/*.test.{ts,tsx}").filter(
  (file) => !file.endsWith(".db.test.ts") && readFileSync(file, "utf8").includes("vi.mock("),
);
// Most of a file's time went into loading the same modules again: files without a database share a process.
const unit = { environment: "node" as const, setupFiles: [strictConsole] };
const dom = { environment: "jsdom" as const, setupFiles: ["lib/testing/dom-setup.ts", strictConsole] };
const databaseTests = sortDatabaseTests(import.meta.dirname);
const db = {
  environment: "node" as const,
  globalSetup: ["lib/testing/db-global.ts"],
  setupFiles: ["lib/testing/db-setup.ts", strictConsole],
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { "server-only": new URL("./lib/testing/empty-module.ts", import.meta.url).pathname },
  },
  test: {
    env: environment,
    maxWorkers: "100%", // every core: by itself it leaves one of two idle
    // Ample: a limit here only ends what hangs. How fast something is, `npm run bench` measures.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: "pure",
          isolate: false,
          include: theirTests,
          exclude: ["**/*.db.test.ts", ...replacing],
        },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: "unit",
          isolate: false,
          include: ["{app,components,lib,bench}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", ...theirTests, ...replacing],
        },
      },
      {
        extends: true,
        test: { ...unit, name: "unit-apart", include: replacing.filter((file) => !file.endsWith("x")) },
      },
      { extends: true, test: { ...db, name: "db", isolate: false, include: databaseTests.together } },
      { extends: true, test: { ...db, name: "db-apart", include: databaseTests.apart } },
      {
        extends: true,
        plugins: [react()],
        test: {
          ...dom,
          name: "dom",
          isolate: false,
          include: ["{app,components}/**/*.test.tsx"],
          exclude: replacing,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: { ...dom, name: "dom-apart", include: replacing.filter((file) => file.endsWith("x")) },
      },
      {
        extends: true,
        test: {
          name: "scripts",
          environment: "node",
          include: ["scripts/**/*.test.mjs"],
          exclude: ["**/*.serving.test.mjs"],
        },
      },
      {
        extends: true,
        test: {
          name: "serving", // starts the production build, so a build must be there
          environment: "node",
          include: ["scripts/**/*.serving.test.mjs"],
        },
      },
    ],
    coverage: {
      provider: "v8",
      reportOnFailure: true,
      reporter: ["text-summary", "json-summary"],
      // What has no threshold is not counted: mapping it back to its source takes minutes, and nobody reads it.
      include: wellCovered.map((folder) => `${folder}/**/*.{ts,tsx}`),
      exclude: ["**/*.test.{ts,tsx}"],
      thresholds: Object.fromEntries(
        wellCovered.map((folder) => [`${folder}/**`, { lines: 90, perFile: true }]),
      ),
    },
  },
});
