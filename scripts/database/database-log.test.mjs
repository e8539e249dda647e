import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepLogShort, logSize, readLog, reasonIn } from "./database-log.mjs";

let dir;
let file;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-log-"));
  file = path.join(dir, "postgres.log");
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const rotate = () => keepLogShort(file, { longestBytes: 100, everyMs: 1_000_000 })();
const read = (name) => fs.readFileSync(path.join(dir, name), "utf8");

describe("keepLogShort", () => {
  it("leaves a short log and a missing one alone", () => {
    rotate();
    fs.writeFileSync(file, "short\n");
    rotate();
    expect(fs.readdirSync(dir)).toEqual(["postgres.log"]);
  });

  it("keeps the ends of the last two logs, however long they became, and no more than that", () => {
    for (const letter of ["a", "b", "c"]) {
      fs.writeFileSync(file, letter.repeat(1_000));
      rotate();
    }
    expect(fs.readdirSync(dir).sort()).toEqual(["postgres.log", "postgres.log.1", "postgres.log.2"]);
    expect([read("postgres.log"), read("postgres.log.1"), read("postgres.log.2")]).toEqual([
      "",
      "c".repeat(100),
      "b".repeat(100),
    ]);
  });

  it("is written on by a program that has the file open, from the start", () => {
    const open = fs.openSync(file, "a");
    fs.writeSync(open, "x".repeat(200));
    rotate();
    fs.writeSync(open, "after\n");
    fs.closeSync(open);
    expect(read("postgres.log")).toBe("after\n");
  });
});

describe("readLog", () => {
  it("reads what came after, and all of a log that was rotated meanwhile", () => {
    fs.writeFileSync(file, "before\nafter\n");
    expect(readLog(file, "before\n".length)).toBe("after\n");
    expect(readLog(file, 1_000)).toBe("before\nafter\n");
    expect(readLog(path.join(dir, "none"), 0)).toBe("");
    expect(logSize(path.join(dir, "none"))).toBe(0);
  });
});

describe("reasonIn", () => {
  const at = "2026-11-22 10:00:00.000 UTC [7]";
  it.each([
    [
      `${at} LOG:  starting\n${at} FATAL:  could not write lock file "postmaster.pid": No space left on device\n`,
      'could not write lock file "postmaster.pid": No space left on device',
    ],
    [
      `${at} FATAL:  data directory "/d" has wrong ownership\n${at} HINT:  The server must be started by its owner.\n`,
      'data directory "/d" has wrong ownership; The server must be started by its owner',
    ],
    [
      `${at} PANIC:  could not locate a valid checkpoint record\n${at} FATAL:  the database system is starting up\n`,
      "could not locate a valid checkpoint record",
    ],
    [
      "initdb: error: could not create directory: Read-only file system\n",
      "could not create directory: Read-only file system",
    ],
    [`${at} LOG:  database system is ready to accept connections\n`, null],
  ])("finds in %j what was fatal", (text, reason) => {
    expect(reasonIn(text)).toBe(reason);
  });
});
