import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProject } from "../paths.mjs";
import { endChild, freePort, sleep } from "../processes.mjs";

let data;
let port;
beforeAll(async () => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-strict-"));
  fs.chmodSync(data, 0o755);
  port = await freePort();
  const lines = ["skills:", "  paths: [skills, missing, empty]", "  strict: true", ""];
  write("greenroom.yaml", lines.join("\n"));
  write("skills/notes/SKILL.md", skill("notes"));
  write("skills/other/SKILL.md", skill("notes"));
  write("skills/yaml/SKILL.md", "---\nname: [\n---\n");
  write("empty/readme.md", "Nothing here.\n");
});
afterAll(() => fs.rmSync(data, { recursive: true, force: true }));

const skill = (name) =>
  `---\nname: ${name}\ndescription: Takes notes. Use for meetings.\n---\n\nTake notes.\n`;

function write(name, text) {
  const file = path.join(data, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

function launch() {
  const child = spawn(process.execPath, [inProject("scripts/start.mjs"), "--port", String(port)], {
    env: { PATH: process.env.PATH, GREENROOM_DATA: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const started = { child, out: "", errors: "" };
  child.stdout.on("data", (text) => (started.out += text));
  child.stderr.on("data", (text) => (started.errors += text));
  started.exit = new Promise((resolve) => child.once("close", resolve));
  return started;
}

describe("npm start with a strict configuration of skills", () => {
  it("fails with every reason on one list, and leaves nothing running", async () => {
    const started = launch();
    expect(await started.exit).toBe(1);
    const at = (name) => path.join(data, name);
    const lines = started.errors.split("\n");
    expect(lines.slice(0, 7)).toEqual([
      "The configured skills keep the server from starting:",
      `  - ${at("skills/other")}: ${at("skills/notes")} has the name notes already, and comes first.`,
      expect.stringMatching(new RegExp(`^  - ${at("skills/yaml")}: SKILL\\.md:\\d+:\\d+: Invalid YAML`)),
      `  - ${at("missing")}: There is no folder ${at("missing")}. Make it, or take it out of the configuration.`,
      `  - ${at("empty")}: There is no SKILL.md in ${at("empty")}, nor in the folders below it.`,
      `  - ${at("skills/other")}: SKILL.md:2:7: Directory name 'other' must match skill name 'notes' (name-mismatch). Make them the same.`,
      "Error: the server stopped while it was starting; the lines above say why",
    ]);
    expect(started.out).not.toContain("Greenroom is ready");
    expect(fs.existsSync(at("postgres/pgdata/postmaster.pid"))).toBe(false);
  });

  it("starts once all of it is mended, and says that the skills wait for a workspace", async () => {
    for (const name of ["skills/other", "skills/yaml"]) fs.rmSync(path.join(data, name), { recursive: true });
    write("missing/one/SKILL.md", skill("one"));
    write("empty/two/SKILL.md", skill("two"));
    const started = launch();
    const file = path.join(data, "greenroom.yaml");
    const waits = `Skills on disk (${file}) wait to be loaded: nobody has claimed this installation yet.`;
    // Two processes write these lines, in an order of their own.
    while (!/Set up: .+\n/.test(started.out) || !started.out.includes(waits)) {
      if (started.child.exitCode !== null)
        throw new Error(`did not start:\n${started.out}\n${started.errors}`);
      await sleep(25);
    }
    await endChild(started.child);
  });
});
