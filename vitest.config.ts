import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const environment = {
  NODE_ENV: "test",
  LOG_LEVEL: "silent",
  GREENROOM_SECRET: "a-secret-that-only-the-tests-know-0123456789",
  DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
} as const;

const strictConsole = "lib/testing/fail-on-console-error.ts";
/** Pure modules and the archive readers: every file of them is covered, not only their sum. */
const wellCovered = { lines: 90, perFile: true } as const;

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { "server-only": new URL("./lib/testing/empty-module.ts", import.meta.url).pathname },
  },
  test: {
    env: environment,
    // Ample: a limit here only ends what hangs. How fast something is, `npm run bench` measures.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          environment: "node",
          include: ["{app,components,lib,bench}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts"],
          setupFiles: [strictConsole],
        },
      },
      {
        extends: true,
        test: {
          name: "db",
          environment: "node",
          include: ["{lib,bench}/**/*.db.test.ts"],
          globalSetup: ["lib/testing/db-global.ts"],
          setupFiles: ["lib/testing/db-setup.ts", strictConsole],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "dom",
          environment: "jsdom",
          include: ["{app,components}/**/*.test.tsx"],
          setupFiles: ["lib/testing/dom-setup.ts", strictConsole],
        },
      },
      {
        extends: true,
        test: {
          name: "scripts",
          environment: "node",
          include: ["scripts/**/*.test.mjs"],
          exclude: ["**/*.serving.test.mjs"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "serving", // starts the production build, so a build must be there
          environment: "node",
          include: ["scripts/**/*.serving.test.mjs"],
          testTimeout: 120_000,
        },
      },
    ],
    coverage: {
      provider: "v8",
      reportOnFailure: true,
      reporter: ["text-summary", "json-summary"],
      include: ["lib/**/*.{ts,tsx}", "components/**/*.{ts,tsx}"],
      exclude: ["lib/db/generated/**", "lib/testing/**", "**/*.test.{ts,tsx}"],
      thresholds: {
        "lib/kernel/**": wellCovered,
        "lib/statistics/**": wellCovered,
        "lib/skills/**": wellCovered,
        "lib/findings/**": wellCovered,
        "lib/bundles/**": wellCovered,
        "lib/runtime/**": wellCovered,
        "lib/dialects/**": wellCovered,
        "lib/verdicts/**": wellCovered,
        "lib/suites/**": wellCovered,
      },
    },
  },
});
