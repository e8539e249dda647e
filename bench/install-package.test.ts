import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { installPackage } from "./install-package";

const tool = { id: "tool", package: "@someone/tool", version: "1.2.3" };
let folder = "";
const said: string[] = [];
const install = () => installPackage(tool, join(folder, "clients"), (text) => said.push(text));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "install-package-"));
  said.length = 0;
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** What stands in npm's place for a test, a shell's lines; its own calls go into `asked`. */
function npmThat(lines: string): void {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "npm"), `#!/bin/sh\necho "$@" >>"${join(folder, "asked")}"\n${lines}\n`);
  chmodSync(join(bin, "npm"), 0o755);
  vi.stubEnv("PATH", [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter));
}

const installs = "mkdir -p node_modules/.bin node_modules/@someone/tool";

it("installs exactly the version into a folder of its own, once", () => {
  npmThat(installs);
  const bin = install();
  expect(bin).toBe(join(folder, "clients/tool-1.2.3/node_modules/.bin"));
  expect(readdirSync(join(folder, "clients"))).toEqual(["tool-1.2.3"]);
  rmSync(join(folder, "bin"), { recursive: true });
  expect(install()).toBe(bin);
  expect(said).toEqual([]);
});

it("says npm's reason where nothing can be fetched, and leaves nothing behind", () => {
  npmThat("echo 'npm error code ENOTFOUND' >&2; echo more >&2; exit 1");
  expect(install()).toBeNull();
  expect(said).toEqual([
    `@someone/tool 1.2.3 is not in ${join(folder, "clients")} and cannot be fetched (npm error code ENOTFOUND): left out.`,
  ]);
  expect(readdirSync(join(folder, "clients/tool-1.2.3"))).toEqual([]);
});

it("says so where there is no npm", () => {
  vi.stubEnv("PATH", folder);
  expect(install()).toBeNull();
  expect(said[0]).toContain("ENOENT");
});

it("takes no installation for whole that was killed in its middle", () => {
  npmThat("mkdir -p node_modules/.bin node_modules/@someone/tool; kill -9 $$");
  expect(install()).toBeNull();
  expect(existsSync(join(folder, "clients/tool-1.2.3/node_modules"))).toBe(false);
});
