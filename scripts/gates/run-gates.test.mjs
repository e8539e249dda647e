import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { inProject } from "../paths.mjs";

/** Runs gates as `npm test` does: in a child that hears its outer process through a channel. */
async function run(gates) {
  const script = `
    const { runGates } = await import(${JSON.stringify(inProject("scripts/gates/run-gates.mjs"))});
    process.exitCode = await runGates(${gates});
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, lastLine: output.trimEnd().split("\n").at(-1) };
}

describe("the exit code of npm test agrees with its last line", () => {
  it("when everything passed", async () => {
    const passing = `[{ name: "one", run: async () => ({ passed: 2, failed: 0, output: "" }) }]`;
    expect(await run(passing)).toEqual({ code: 0, lastLine: "2 passed, 0 failed" });
  });

  it("when a gate failed, and when one broke", async () => {
    const failing = `[
      { name: "one", run: async () => ({ passed: 2, failed: 1, output: "why" }) },
      { name: "two", run: async () => { throw new Error("broken"); } },
    ]`;
    expect(await run(failing)).toEqual({ code: 1, lastLine: "2 passed, 2 failed" });
  });

  it("when one beside others failed, which ended before the next group began", async () => {
    const beside = `[
      { name: "slow", group: "a", aside: true, run: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        globalThis.slowEnded = true;
        return { passed: 0, failed: 1, output: "why" };
      } },
      { name: "quick", group: "a", run: async () =>
        ({ passed: globalThis.slowEnded ? 0 : 1, failed: 0, output: "" }) },
      { name: "next", group: "b", run: async () =>
        ({ passed: globalThis.slowEnded ? 1 : 0, failed: 0, output: "" }) },
    ]`;
    expect(await run(beside)).toEqual({ code: 1, lastLine: "2 passed, 1 failed" });
  });
});
