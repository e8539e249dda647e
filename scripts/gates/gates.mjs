// The gates of `npm test`, each one question about the project. A gate answers with how many checks passed and failed.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { buildIfStale, generateClient } from "../build-steps.mjs";
import { lockProblems } from "../complete-lock.mjs";
import { inModules, inProject, root } from "../paths.mjs";
import { checkBoundaries } from "./check-boundaries.mjs";
import { checkClientBundle } from "./check-client-bundle.mjs";
import { checkVocabulary } from "./check-vocabulary.mjs";
import { clientBenches, countClientChecks } from "./client-checks.mjs";
import { checkPlantedViolations } from "./planted-violations.mjs";

const PASSED = { passed: 1, failed: 0, output: "" };
const failure = (output) => ({ passed: 0, failed: 1, output });

/** Runs a tool of the project; resolves to its exit code and everything it printed. */
const runTool = (script, args, options) => runScript(inModules(script), args, options);

/** The same for a script by its whole path. */
function runScript(file, args, { env = {}, onChild }) {
  return new Promise((resolve, reject) => {
    const { FORCE_COLOR: _, ...inherited } = process.env; // colours would only clutter what is shown on a failure
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env: { ...inherited, NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onChild(child);
    let output = "";
    child.stdout.on("data", (text) => (output += text));
    child.stderr.on("data", (text) => (output += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** A gate that passes when a tool does. */
const tool = (name, group, script, ...args) => ({
  name,
  group,
  run: async (options) => {
    const { code, output } = await runTool(script, args, options);
    return code === 0 ? PASSED : failure(output);
  },
});

/** A gate that passes when a check of ours finds no problems. */
const check = (name, group, find) => ({
  name,
  group,
  run: async () => {
    const { problems, summary } = await find();
    return problems.length === 0 ? { ...PASSED, note: summary } : failure(problems.join("\n"));
  },
});

const step = (name, group, work) => ({
  name,
  group,
  run: async (options) => {
    await work(options);
    return PASSED;
  },
});

/** Vitest's projects in one run; that enough is covered is one more gate. */
const vitest = (name, group, projects, { coverage = false } = {}) => ({
  name,
  group,
  run: async (options) => {
    const report = inProject("test-results", `vitest-${name.replaceAll(" ", "-")}.json`);
    fs.rmSync(report, { force: true });
    const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
    const args = ["run", ...projects.flatMap((project) => ["--project", project]), ...reporters];
    const { code, output } = await runTool(
      "vitest/vitest.mjs",
      coverage ? [...args, "--coverage"] : args,
      options,
    );
    if (!fs.existsSync(report)) return failure(output);
    return countVitest(JSON.parse(fs.readFileSync(report, "utf8")), { code, output, coverage });
  },
});

function countVitest(report, { code, output, coverage }) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + brokenFiles.length;
  const missesCoverage = coverage && output.includes("ERROR: Coverage");
  // Ended badly although every test passed: an error outside of any test.
  const broken = code !== 0 && failed === 0 && !missesCoverage;
  const skipped = report.numPendingTests + report.numTodoTests;
  return {
    passed: report.numPassedTests + (coverage && !missesCoverage ? 1 : 0),
    failed: failed + (missesCoverage || broken ? 1 : 0),
    note: `${report.numTotalTests} tests${skipped ? `, ${skipped} of them skipped` : ""}`,
    // The names come first: whoever keeps only the beginning of a long log still learns what failed.
    output: code === 0 ? "" : [...failedTests(report), ...uncovered(output), output].join("\n"),
  };
}

/** The tests of Vitest's report that did not pass, a line each with the first line of why; files that broke, too. */
const failedTests = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    const file = path.relative(root, name);
    if (status === "failed" && failed.length === 0) return [`✗ ${file}: ${firstLine(message)}`];
    return failed.map((test) => `✗ ${file}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });

/** What coverage that is too low says of itself: its lines stand at the very end. */
const uncovered = (output) => output.match(/^ERROR: Coverage.*$/gm) ?? [];

const firstLine = (text = "") => text.split("\n", 1)[0];

async function tryClients(options) {
  const said = [];
  for (const bench of clientBenches)
    said.push(await runScript(inProject("scripts/bench.mjs"), bench, options));
  return countClientChecks(said);
}

async function findBrowser() {
  const { chromium } = await import("@playwright/test");
  const { default: config } = await import("../../playwright.config.ts");
  const own = config.use?.launchOptions?.executablePath;
  return [own, chromium.executablePath()].find((file) => file && fs.existsSync(file));
}

async function runJourneys({ onChild }) {
  if (!(await findBrowser())) {
    return failure(
      "No Chromium found. Install one: apt-get install chromium, or npx playwright install chromium",
    );
  }
  const { startTestServer } = await import("../test-server.mjs");
  const server = await startTestServer();
  try {
    const report = inProject("test-results", "playwright.json");
    fs.rmSync(report, { force: true });
    const { code, output } = await runTool("@playwright/test/cli.js", ["test", "--reporter=dot,json"], {
      onChild,
      env: {
        NO_COLOR: undefined, // Playwright sets the opposite for its workers, and Node warns of both
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        E2E_BASE_URL: server.baseUrl,
        E2E_SETUP_LINK: server.setupLink,
        E2E_DATABASE_URL: server.ownerUrl,
      },
    });
    if (!fs.existsSync(report)) return failure(output);
    const { stats, errors, suites } = JSON.parse(fs.readFileSync(report, "utf8"));
    return {
      passed: stats.expected,
      failed: Math.max(stats.unexpected + stats.flaky + errors.length, code === 0 ? 0 : 1),
      note: stats.skipped ? `${stats.skipped} skipped` : "",
      output: [
        ...failedJourneys(suites),
        output,
        `The server's last lines:\n${lastLines(server.logFile)}`,
      ].join("\n"),
    };
  } finally {
    await server.stop();
  }
}

/** The journeys of Playwright's report that did not pass, a line each. */
const failedJourneys = (suites) =>
  suites.flatMap(({ specs = [], suites: nested = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `✗ ${file}:${line} ${title}`),
    ...failedJourneys(nested),
  ]);

const lastLines = (file) => fs.readFileSync(file, "utf8").split("\n").slice(-40).join("\n");

/**
 * In the order they run. A failed `needed` gate ends the run: nothing after it could mean anything. One that is `aside` runs
 * beside the next ones of its group.
 */
export const gates = [
  { ...step("database client", "static", generateClient), needed: true },
  tool("route types", "static", "next/dist/bin/next", "typegen"),
  tool("lint and format", "static", "@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."),
  { ...tool("types", "static", "typescript/bin/tsc", "--noEmit"), aside: true }, // minutes, on one core
  check("module boundaries", "static", checkBoundaries),
  check("planted violations", "static", checkPlantedViolations),
  check("file vocabulary", "static", checkVocabulary),
  tool("unused code", "static", "knip/bin/knip.js"),
  check("lock file", "static", () => ({ problems: lockProblems(), summary: "complete" })),
  // What is counted runs several times slower, so only what has to be covered is: pure modules, by their own tests.
  vitest("covered tests", "unit", ["pure"], { coverage: true }),
  vitest("tests", "unit", ["!pure", "!serving"]),
  { ...step("build", "e2e", buildIfStale), needed: true },
  check("client bundle", "e2e", checkClientBundle),
  vitest("start and stop", "e2e", ["serving"]),
  { name: "clients of others", group: "e2e", run: tryClients },
  { name: "journeys", group: "e2e", run: runJourneys },
];
