import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inProject } from "../paths.mjs";

let place;
beforeEach(() => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-ci-"));
  fs.mkdirSync(path.join(place, ".ci"));
  fs.mkdirSync(path.join(place, "bin"));
  fs.copyFileSync(inProject(".ci/run"), path.join(place, ".ci/run"));
  for (const name of ["cat", "dirname", "grep", "mktemp", "rm", "tail", "tee"]) {
    const file = ["/bin", "/usr/bin"].map((dir) => path.join(dir, name)).find((each) => fs.existsSync(each));
    fs.symlinkSync(file, path.join(place, "bin", name));
  }
  program("npm", 'echo "npm $*" >>calls; echo "7 passed, 0 failed"');
  program("service", 'echo "service $*" >>calls');
});
afterEach(() => fs.rmSync(place, { recursive: true, force: true }));

const program = (name, text) =>
  fs.writeFileSync(path.join(place, "bin", name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
const aptGet = (text = "") => program("apt-get", `echo "apt-get $*" >>calls\n${text}`);

/** A clean machine on which there is nothing but what a test puts there. */
function run() {
  const env = { PATH: path.join(place, "bin"), TMPDIR: place };
  const { status, stdout, stderr } = spawnSync("/bin/sh", [path.join(place, ".ci/run")], {
    env,
    encoding: "utf8",
  });
  const calls = fs.readFileSync(path.join(place, "calls"), "utf8").trim().split("\n");
  return { status, last: stdout.trim().split("\n").at(-1), stderr, calls };
}

const update = "apt-get update -qq";
const install = (name) => `apt-get install -y -qq --no-install-recommends ${name}`;

describe("what continuous integration runs", () => {
  it("installs a browser and a pooler, which does not stay running, and then tests", () => {
    program("id", "echo 0");
    aptGet();
    expect(run()).toEqual({
      status: 0,
      last: "7 passed, 0 failed",
      stderr: "",
      calls: [
        update,
        install("chromium"),
        update,
        install("pgbouncer"),
        "service pgbouncer stop",
        "npm test",
      ],
    });
  });

  it("installs nothing that is there, and stops no pooler that is somebody's", () => {
    program("id", "echo 0");
    aptGet();
    program("google-chrome", "");
    program("pgbouncer", "");
    expect(run().calls).toEqual(["npm test"]);
  });

  it("tests all the same where nothing may be installed, or cannot be had", () => {
    program("id", "echo 1000");
    aptGet();
    expect(run()).toMatchObject({ status: 0, stderr: "", calls: ["npm test"] });
    program("id", "echo 0");
    program("chromium", "");
    aptGet("echo 'no such package' >&2; exit 100");
    expect(run()).toMatchObject({ status: 0, stderr: "", last: "7 passed, 0 failed" });
  });

  it("ends as the tests do, with what they summed up", () => {
    program("id", "echo 1000");
    program("npm", 'echo "npm $*" >>calls; echo "6 passed, 1 failed"; exit 1');
    expect(run()).toMatchObject({ status: 1, last: "6 passed, 1 failed" });
    program("npm", "echo broken >>calls; exit 2");
    expect(run()).toMatchObject({ status: 2, last: "0 passed, 1 failed" });
  });
});
