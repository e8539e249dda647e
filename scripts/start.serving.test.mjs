import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

function launch() {
  const child = spawn(process.execPath, [inProject("scripts/start.mjs"), "--port", String(port)], {
    env: { PATH: process.env.PATH, GREENROOM_DATA: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
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
const record = () => JSON.parse(fs.readFileSync(path.join(data, `server-${port}.json`), "utf8"));
const pidFile = () => path.join(data, "postgres/pgdata/postmaster.pid");
const postgresPid = () => Number(fs.readFileSync(pidFile(), "utf8").split("\n")[0]);

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

  it("says so and stops everything when the server is killed", async () => {
    const started = await launchAndWait();
    process.kill(record().server, "SIGKILL");
    expect(await started.exit).toBe(1);
    expect(started.errors).toBe("Error: the server stopped unexpectedly; start it again\n");
    expect(fs.existsSync(pidFile())).toBe(false);
  });

  it("brings the database back when it is killed, without a restart of the server", async () => {
    const { child } = await launchAndWait();
    const killed = postgresPid();
    await endProcess(killed, { signal: "SIGKILL" });
    await until(async () => (await health()) === 200 && postgresPid() !== killed);
    await endChild(child);
  });

  // The last one: a claimed instance prints no set-up link any more.
  it("ends an open page's stream before it stops, instead of waiting for what never ends", async () => {
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
    const stream = await fetch(`${api}/workspaces/${slug}/changes`, {
      headers: { cookie: cookie.join("; ") },
    });
    expect(stream.status).toBe(200);
    child.kill("SIGTERM");
    // A server that had to be killed would break the answer off, and reading it would throw.
    expect(await stream.text()).toMatch(/^: following/);
    expect(await exit).toBe(0);
  });
});
