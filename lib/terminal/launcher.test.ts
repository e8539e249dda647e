import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { runGreenroom } from "@/lib/testing/delivery/run-greenroom";
import { aFolder, writeFiles } from "@/lib/testing/folders";

/** What a process of the client does first, before anything of its own. */
function first(code: string): Record<string, string> {
  const folder = aFolder({ "first.mjs": code });
  return { NODE_OPTIONS: `--import=${pathToFileURL(path.join(folder, "first.mjs")).href}` };
}
const watched = "process.stdout.isTTY = true;";
/** Nobody answers there: these end before they ask. */
const access = {
  GREENROOM_KEY: "grk_of_the_desk",
  GREENROOM_ADDRESS: "http://127.0.0.1:1/w/acme/agents/desk",
};
const sound =
  "---\nname: notes\ndescription: Takes notes. Use it when somebody asks for notes.\n---\nWrite.\n";
const lockPlace = "skills/.greenroom-pull.lock";

describe("the colours of the client", () => {
  it.each([
    ["are there where somebody watches", {}, true],
    ["are there where NO_COLOR is empty", { NO_COLOR: "" }, true],
    ["are left out with NO_COLOR, whatever it says", { NO_COLOR: "0" }, false],
    ["are left out at a terminal that knows none", { TERM: "dumb" }, false],
  ])("%s", async (_, env, isThere) => {
    const cwd = aFolder({ "notes/SKILL.md": "no frontmatter\n" });
    const { code, out } = await runGreenroom(["validate", "--strict"], {
      cwd,
      env: { ...first(watched), ...env },
    });
    expect([code, out.includes("\u001b[31merror\u001b[0m"), out.includes("\u001b")]).toEqual([
      1,
      isThere,
      isThere,
    ]);
  });
});

describe("the lock of a pull, in the real program", () => {
  it("that a full disk has no room for ends it with a line and a document, and leaves nothing", async () => {
    const cwd = aFolder();
    const full = `
      import fs from "node:fs";
      const real = fs.writeFileSync;
      fs.writeFileSync = (place, data, options) => {
        if (!String(place).endsWith(".lock")) return real(place, data, options);
        real(place, "", options);
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      };`;
    const env = { ...access, ...first(full) };
    const { code, err, document } = await runGreenroom(["pull", "--into", "skills", "--json"], { cwd, env });
    const message = `cannot write to ${path.join(cwd, "skills")}: its disk is full (ENOSPC); free some space`;
    expect([code, err]).toEqual([4, `Error: ${message}\n`]);
    expect(document()).toEqual({ command: "pull", ok: false, error: { kind: "machine", message } });
    expect(readdirSync(path.join(cwd, "skills"))).toEqual([]);
  });

  it("that another holds for more than a minute ends it the same way, and stays the other's", async () => {
    const cwd = aFolder();
    // Held by one that is known to nobody and silent for less than ten seconds; the clock goes a minute at a look.
    writeFiles(cwd, { [lockPlace]: "" });
    const late = "const real = Date.now; let looks = 0; Date.now = () => real() + 61_000 * looks++;";
    const env = { ...access, ...first(late) };
    const { code, err, document } = await runGreenroom(["pull", "--into", "skills", "--json"], { cwd, env });
    const message = `${path.join(cwd, lockPlace)} has been held for too long; is another process hanging?`;
    expect([code, err]).toEqual([4, `Error: ${message}\n`]);
    expect(document()).toEqual({ command: "pull", ok: false, error: { kind: "machine", message } });
    expect(readFileSync(path.join(cwd, lockPlace), "utf8")).toBe("");
  });

  it("is not taken for what was not understood, of which programs have a document too", async () => {
    const cwd = aFolder();
    const { code, err, document } = await runGreenroom(["pull", "--itno", "skills", "--json"], {
      cwd,
      env: access,
    });
    expect([code, err]).toEqual([64, "Error: Unknown option '--itno'. See: greenroom pull --help\n"]);
    expect(document()).toMatchObject({ command: "pull", ok: false, error: { kind: "usage" } });
    expect(existsSync(path.join(cwd, "skills"))).toBe(false);
  });
});

/** After each line it waits until whoever read has gone. */
const untilGone = `
  import { existsSync } from "node:fs";
  const real = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text) => {
    const done = real(text);
    const cell = new Int32Array(new SharedArrayBuffer(4));
    for (let looks = 0; looks < 500 && !existsSync("gone"); looks += 1) Atomics.wait(cell, 0, 0, 20);
    return done;
  };`;

describe("standard output that takes nothing", () => {
  const refusing = (code: string, stream: "stdout" | "stderr" = "stdout") =>
    first(`process.${stream}.write = () => {
      process.${stream}.emit("error", Object.assign(new Error("it failed"), { code: "${code}" }));
      return false;
    };`);

  it("ends it with exit code 4 and a line where its disk is full", async () => {
    const { code, out, err } = await runGreenroom(["help"], { cwd: aFolder(), env: refusing("ENOSPC") });
    expect([code, out, err]).toEqual([
      4,
      "",
      "Error: The answer cannot be written to standard output (ENOSPC).\n",
    ]);
  });

  it("ends it in silence where whoever reads has had enough, and never as if all were well", async () => {
    const { code, out, err } = await runGreenroom(["help"], { cwd: aFolder(), env: refusing("EPIPE") });
    expect([code, out, err]).toEqual([141, "", ""]);
  });

  it("hides nothing of what went wrong when its reader has had enough", async () => {
    const cwd = aFolder({ "notes/SKILL.md": sound });
    const env = { ...access, GREENROOM_ADDRESS: "http://127.0.0.1:1/w/acme", ...refusing("EPIPE") };
    const { code, err } = await runGreenroom(["push", "notes"], { cwd, env });
    expect([code, err]).toEqual([3, expect.stringContaining("127.0.0.1:1")]);
  });

  it.each([
    ["0 where only its remarks are unread", ["validate", "notes", "--verbose"], 0],
    ["64 for what was not understood, also where its remarks are unread", ["pull", "--itno"], 64],
  ])("ends it with %s", async (_, args, expected) => {
    const cwd = aFolder({ "notes/SKILL.md": sound });
    const { code } = await runGreenroom(args, { cwd, env: refusing("EPIPE", "stderr") });
    expect(code).toBe(expected);
  });

  it("does not end what is under way when its reader goes, and tells what was wrong", async () => {
    const cwd = aFolder({
      "a/SKILL.md": "no frontmatter\n",
      "b/SKILL.md": "none\n",
      "pipe.sh": `set -o pipefail
        "$1" "$2" validate --strict --junit report.xml | { head -n 1; exec 0<&-; touch gone; }`,
    });
    const program = path.join(process.cwd(), "scripts", "greenroom.mjs");
    const { status } = spawnSync("bash", ["pipe.sh", process.execPath, program], {
      cwd,
      env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: cwd, ...first(untilGone) },
    });
    expect(status).toBe(1);
    expect(readFileSync(path.join(cwd, "report.xml"), "utf8").match(/<testsuite /g)).toHaveLength(2);
  });
});
