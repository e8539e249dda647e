import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { completed, integrityProblems, lockProblems } from "./complete-lock.mjs";
import { installScriptProblems, installScripts } from "./install-scripts.mjs";
import { inProject } from "./paths.mjs";

const read = (file) => JSON.parse(readFileSync(inProject(file), "utf8"));
const proof = "sha512-AAAA";
const lockOf = (packages) => ({ lockfileVersion: 3, packages: { "": { name: "greenroom" }, ...packages } });

describe("the lock file", () => {
  it("has nothing missing", () => {
    expect(lockProblems()).toEqual([]);
  });

  it("is refused once an integrity, the platforms' packages or its freedom from addresses is taken away", () => {
    const manifest = read("package.json");
    const without = (change) => {
      const lock = read("package-lock.json");
      change(lock.packages);
      return lockProblems(lock, manifest);
    };
    expect(without((packages) => delete packages["node_modules/zod"].integrity)).toEqual([
      expect.stringMatching(/^package-lock\.json has no integrity of zod@\d/),
    ]);
    expect(without((packages) => delete packages["node_modules/@next/swc-linux-x64-gnu"])).toEqual([
      "missing from package-lock.json: node_modules/@next/swc-linux-x64-gnu",
    ]);
    const address = ["https:", "", "example.com", "zod.tgz"].join("/");
    expect(without((packages) => Object.assign(packages["node_modules/zod"], { resolved: address }))).toEqual(
      ["package-lock.json names a download address: node_modules/zod"],
    );
    expect(
      without((packages) => Object.assign(packages["node_modules/zod"], { hasInstallScript: true })),
    ).toEqual([expect.stringMatching(/^zod runs a script when it is installed/)]);
  });

  it("lacks the integrity of no package that can have one", () => {
    const lock = lockOf({
      "node_modules/a": { version: "1.0.0" },
      "node_modules/b": { version: "1.0.0", integrity: "sha1-AAAA" },
      "node_modules/c": { version: "1.0.0", integrity: proof },
      "node_modules/c/node_modules/d": { version: "1.0.0", inBundle: true },
      "node_modules/e": { resolved: "packages/e", link: true },
    });
    expect(integrityProblems(lock)).toEqual([
      "package-lock.json has no integrity of a@1.0.0: run node scripts/complete-lock.mjs",
      "package-lock.json has no integrity of b@1.0.0: run node scripts/complete-lock.mjs",
    ]);
  });
});

describe("completing a lock file", () => {
  const lock = lockOf({
    "node_modules/tool": {
      version: "2.0.0",
      resolved: "somewhere",
      integrity: proof,
      license: "MIT",
      optionalDependencies: { "tool-darwin-arm64": "2.0.0", "tool-linux-x64-musl": "2.0.0" },
    },
    "node_modules/tool-linux-x64-musl": { version: "2.0.0", optional: true },
  });

  it("adds what other platforms need, with the integrity and the install scripts that the registry states", () => {
    const asked = [];
    const { packages } = completed(lock, (wanted) => {
      asked.push(wanted);
      return { "dist.integrity": `sha512-${wanted}`, scripts: { postinstall: "node make.js" } };
    });
    expect(asked.sort()).toEqual(["tool-darwin-arm64@2.0.0", "tool-linux-x64-musl@2.0.0"]);
    expect(packages["node_modules/tool-darwin-arm64"]).toMatchObject({
      version: "2.0.0",
      cpu: ["arm64"],
      os: ["darwin"],
      integrity: "sha512-tool-darwin-arm64@2.0.0",
      hasInstallScript: true,
    });
    expect(packages["node_modules/tool"]).not.toHaveProperty("resolved");
  });

  it("leaves an entry as it is where the registry has no such package, so that the check names it", () => {
    const next = completed(lock, () => null);
    expect(integrityProblems(next)).toHaveLength(2);
  });
});

describe("install scripts", () => {
  const manifest = { allowScripts: { a: true, b: false } };
  const list = { a: { runs: true, why: "builds" }, b: { runs: false, why: "downloads" } };
  const lock = lockOf({
    "node_modules/a": { hasInstallScript: true },
    "node_modules/x/node_modules/b": { hasInstallScript: true },
  });

  it("are allowed, or denied, one by one and with a reason", () => {
    expect(installScriptProblems(lock, manifest, list)).toEqual([]);
    for (const { why } of Object.values(installScripts)) expect(why).toMatch(/\w+ \w+/);
  });

  it.each([
    ["one that is not listed", { list: { a: list.a } }, /^b runs a script when it is installed/],
    ["one that is gone", { lock: lockOf({ "node_modules/a": { hasInstallScript: true } }) }, /which has no/],
    [
      "one that npm is told otherwise",
      { manifest: { allowScripts: { a: true, b: true } } },
      /disagree about b/,
    ],
    ["one that npm is not told of", { manifest: { allowScripts: { a: true } } }, /disagree about b/],
    [
      "one that only npm is told of",
      { manifest: { allowScripts: { ...manifest.allowScripts, c: true } } },
      /about c/,
    ],
  ])("fail the check: %s", (_what, changed, message) => {
    const { lock: wanted, manifest: told, list: rows } = { lock, manifest, list, ...changed };
    expect(installScriptProblems(wanted, told, rows)[0]).toMatch(message);
  });
});
