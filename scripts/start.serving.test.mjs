import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { inProject } from "./paths.mjs";
import { endChild, endProcess, freePort, isAlive, sleep } from "./processes.mjs";

// One data folder for all of it, as a person has: each start finds what the one before left.
let data;
let port;
beforeAll(async () => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-serving-"));
  fs.chmodSync(data, 0o755);
  port = await freePort();
});
afterAll(() => fs.rmSync(data, { recursive: true, force: true }));
/** What a test that failed left running would fail every test after it. */
const launched = [];
afterEach(async () => {
  for (const child of launched.splice(0)) await endChild(child);
});

function launch({ on = port, env = {} } = {}) {
  const child = spawn(process.execPath, [inProject("scripts/start.mjs"), "--port", String(on)], {
    env: { PATH: process.env.PATH, GREENROOM_DATA: data, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  launched.push(child);
  const started = { child, out: "", errors: "", code: null };
  child.stdout.on("data", (text) => (started.out += text));
  child.stderr.on("data", (text) => (started.errors += text));
  started.gone = new Promise((resolve) => child.once("exit", resolve));
  started.exit = new Promise((resolve) => child.once("close", resolve)); // everything it printed has arrived too
  return started;
}

async function launchAndWait() {
  const started = launch();
  while (!/Set up: .+\n/.test(started.out)) {
    if (started.child.exitCode !== null) throw new Error(`did not start:\n${started.out}\n${started.errors}`);
    await sleep(25);
  }
  return started;
}

const health = async () => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/health`).catch(() => null);
  return response?.status ?? null;
};
const until = async (condition) => {
  while (!(await condition())) await sleep(50);
};
/** The ids of the launcher and its server. */
const record = () => {
  const text = fs.readFileSync(path.join(data, `server-${port}.json`), "utf8");
  const { launcher, server } = JSON.parse(text);
  return { launcher: launcher.pid, server: server.pid };
};
const pidFile = () => path.join(data, "postgres/pgdata/postmaster.pid");
/** Null while no database runs: its file is gone between one and the next. */
const postgresPid = () =>
  fs.existsSync(pidFile()) ? Number(fs.readFileSync(pidFile(), "utf8").split("\n")[0]) : null;

describe("npm start", () => {
  it("ends with the address and the set-up link, serves, and stops in order", async () => {
    const { child, exit, ...started } = await launchAndWait();
    const lines = started.out.trimEnd().split("\n");
    expect(lines.at(-2)).toBe(`Greenroom is ready: http://127.0.0.1:${port}`);
    expect(lines.at(-1)).toMatch(new RegExp(`^Set up: http://127\\.0\\.0\\.1:${port}/setup#[\\w-]{43}$`));
    expect(started.errors).toBe("");
    expect(await health()).toBe(200);
    expect(fs.statSync(path.join(data, "secret")).mode & 0o777).toBe(0o600);

    child.kill("SIGTERM");
    expect(await exit).toBe(0);
    expect(fs.existsSync(pidFile())).toBe(false);
    expect(await health()).toBeNull();
  });

  it("refuses a second start on the same port, in one line", async () => {
    const first = await launchAndWait();
    const second = launch();
    expect(await second.exit).toBe(1);
    expect(second.errors).toMatch(/^Error: Greenroom already runs on port \d+ \(process \d+\); [^\n]+\n$/);
    await endChild(first.child);
  });

  it("starts again after its launcher was killed outright", async () => {
    const { child, exit } = await launchAndWait();
    const { launcher, server } = record();
    process.kill(launcher, "SIGKILL");
    expect(await exit).toBe(1);
    await until(() => !isAlive(server));
    child.kill();
    const again = await launchAndWait();
    expect(await health()).toBe(200);
    await endChild(again.child);
  });

  it("ends a server that outlived its launcher, and takes its place", async () => {
    const { gone } = await launchAndWait();
    const { launcher, server } = record();
    process.kill(server, "SIGSTOP"); // too busy to notice that it is alone
    process.kill(launcher, "SIGKILL");
    await gone;
    expect(isAlive(server)).toBe(true);
    const again = await launchAndWait();
    expect(again.out).toContain("Ending the server that an earlier, killed start left behind");
    expect(isAlive(server)).toBe(false);
    expect(await health()).toBe(200);
    await endChild(again.child);
  });

  it("refuses a second start on the same data, on another port, and leaves the first alone", async () => {
    const first = await launchAndWait();
    const second = launch({ on: await freePort() });
    expect(await second.exit).toBe(1);
    expect(second.errors).toMatch(
      /^Error: Greenroom already runs on the data in \S+ \(npm start, process \d+, port \d+\); stop it, or [^\n]+\n$/,
    );
    expect(second.out).not.toContain("ready");
    expect(await health()).toBe(200);
    await endChild(first.child);
  });

  it("refuses a configuration that no server can use, instead of answering 500 to everything", async () => {
    const started = launch({ env: { GREENROOM_RUN_SECONDS: "soon" } });
    expect(await started.exit).toBe(1);
    expect(started.errors).toMatch(/^The configuration is not usable\.\nGREENROOM_RUN_SECONDS: .+\nError: /);
    expect(started.out).not.toContain("ready");
  });

  it("refuses the secret of another installation", async () => {
    const started = launch({ env: { GREENROOM_SECRET: "of-another-installation-0123456789abcdef" } });
    expect(await started.exit).toBe(1);
    expect(started.errors).toMatch(/^GREENROOM_SECRET is not the one this database was made with\. Restore/);
    expect(started.out).not.toContain("ready");
  });

  it("starts a killed server again, and stops at once while it does", async () => {
    const started = await launchAndWait();
    const { server } = record();
    process.kill(server, "SIGKILL");
    await until(() => started.out.includes("The server runs again"));
    expect(await health()).toBe(200);
    expect(started.out).toContain("The server stopped (ended by SIGKILL): starting it again");
    const again = record().server;
    expect(again).not.toBe(server);
    process.kill(again, "SIGKILL");
    await until(() => started.out.split("starting it again").length > 2);
    started.child.kill("SIGTERM");
    expect(await started.exit).toBe(0);
    expect(fs.existsSync(pidFile())).toBe(false);
    expect(started.errors).toBe("");
  });

  it("brings the database back when it is killed, without a restart of the server", async () => {
    const { child } = await launchAndWait();
    const killed = postgresPid();
    await endProcess(killed, { signal: "SIGKILL" });
    await until(() => ![null, killed].includes(postgresPid()));
    await until(async () => (await health()) === 200);
    await endChild(child);
  });

  // The last one: a claimed instance prints no set-up link any more.
  it("ends the streams of open pages and their connections before it stops, and waits for neither", async () => {
    const { child, exit, ...started } = await launchAndWait();
    const api = `http://127.0.0.1:${port}/api/v1`;
    const token = /#([\w-]+)\n/.exec(started.out)[1];
    const claim = { token, name: "Ines", email: "ines@example.test", workspaceName: "Meridian" };
    const claimed = await fetch(`${api}/setup/claim`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...claim, password: "rehearse-before-you-ship" }),
    });
    expect(claimed.status).toBe(201);
    const { slug } = await claimed.json();
    const cookie = claimed.headers.getSetCookie().map((each) => each.split(";")[0]);
    const streams = [1, 2, 3].map(() =>
      fetch(`${api}/workspaces/${slug}/changes`, { headers: { cookie: cookie.join("; ") } }),
    );
    const opened = await Promise.all(streams);
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
    const startMs = performance.now();
    child.kill("SIGTERM");
    // A server that had to be killed would break the answers off, and reading them would throw.
    for (const stream of opened) expect(await stream.text()).toMatch(/^: following/);
    expect(await exit).toBe(0);
    // Well below the 8 s after which a server that hangs is ended.
    expect(performance.now() - startMs).toBeLessThan(4_000);
  });
});
