import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

// A system Chromium when there is one; otherwise the browser that `npx playwright install chromium` fetched.
const systemChromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (file) => existsSync(file),
);
const executablePath = process.env.PLAYWRIGHT_CHROMIUM_PATH ?? systemChromium;
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "./e2e",
  testMatch: "*.spec.ts",
  outputDir: "test-results",
  workers: 2, // journeys share one instance; each takes a workspace of its own in it
  fullyParallel: true, // a long file does not keep one worker busy alone
  forbidOnly: true,
  // Ample: a limit here only ends what hangs. How fast something is, `npm run bench` measures.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env.E2E_BASE_URL ?? "http://127.0.0.1:3000",
    trace: "retain-on-failure",
    contextOptions: { reducedMotion: "reduce" }, // nothing is met half faded
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "set-up", testMatch: "first-run.spec.ts" },
    {
      name: "journeys",
      testIgnore: "first-run.spec.ts",
      dependencies: ["set-up"],
      use: { storageState: "test-results/operator.json" },
    },
  ],
});
