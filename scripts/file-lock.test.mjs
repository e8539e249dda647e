import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withFileLock } from "./file-lock.mjs";
import { markOf } from "./process-marks.mjs";
import { sleep } from "./processes.mjs";

let dir;
let file;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-lock-"));
  file = path.join(dir, "work.lock");
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const hold = (mark) => fs.writeFileSync(file, JSON.stringify(mark));
const take = (options) => withFileLock(file, async () => "taken", { waitMs: 500, ...options });

describe("withFileLock", () => {
  it("lets one work at a time and leaves nothing behind", async () => {
    let working = 0;
    const work = async () => {
      expect(++working).toBe(1);
      await sleep(20);
      working -= 1;
    };
    await Promise.all([1, 2, 3].map(() => withFileLock(file, work)));
    expect(fs.readdirSync(dir)).toEqual([]);
  });

  it("waits for a living holder, and says after a while what it waits for", async () => {
    hold(markOf(process.pid, dir));
    await expect(take()).rejects.toThrow(/work\.lock has been held for too long/);
  });

  it.each([
    ["has died", { pid: 4_000_000 }],
    ["had this id before another process got it", { started: "before" }],
    ["held the lock of the folder that this one was copied from", { folder: "1:1" }],
  ])("takes over from one who %s", async (_, difference) => {
    hold({ ...markOf(process.pid, dir), ...difference });
    expect(await take()).toBe("taken");
  });

  it("takes over from another container's once it is silent, and waits while it shows life", async () => {
    hold({ ...markOf(process.pid, dir), home: "elsewhere" });
    const beat = setInterval(() => fs.utimesSync(file, new Date(), new Date()), 20);
    await expect(take({ silentMs: 200 })).rejects.toThrow(/held for too long/);
    clearInterval(beat);
    expect(await take({ silentMs: 200, waitMs: 5_000 })).toBe("taken");
  });

  it("takes over one that was never written", async () => {
    fs.writeFileSync(file, "");
    expect(await take({ silentMs: 100, waitMs: 5_000 })).toBe("taken");
  });
});
