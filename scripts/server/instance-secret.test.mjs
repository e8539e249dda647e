import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readSecret } from "./instance-secret.mjs";

let dir;
let file;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-secret-"));
  file = path.join(dir, "secret");
  vi.stubEnv("GREENROOM_SECRET", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(dir, { recursive: true, force: true });
});

describe("readSecret", () => {
  it("reads the file without its line break, and says when there is none", () => {
    expect(readSecret(dir)).toBeNull();
    fs.writeFileSync(file, `${"s".repeat(32)}\n`);
    expect(readSecret(dir)).toBe("s".repeat(32));
  });

  it("prefers the environment", () => {
    fs.writeFileSync(file, "short");
    vi.stubEnv("GREENROOM_SECRET", "e".repeat(32));
    expect(readSecret(dir)).toBe("e".repeat(32));
  });

  it.each([
    ["", 0],
    ["\n", 0],
    ["s".repeat(31), 31],
  ])("refuses %j, naming the file and what to do, and leaves it as it is", (text, length) => {
    fs.writeFileSync(file, text);
    expect(() => readSecret(dir)).toThrow(
      `the secret in ${file} has ${length} characters, and must have 32 or more; restore the one that this installation was made with`,
    );
    expect(fs.readFileSync(file, "utf8")).toBe(text);
  });

  it("refuses a short one in the environment", () => {
    vi.stubEnv("GREENROOM_SECRET", "short");
    expect(() => readSecret(dir)).toThrow(/^GREENROOM_SECRET has 5 characters/);
  });

  it("refuses a folder in its place", () => {
    fs.mkdirSync(file);
    expect(() => readSecret(dir)).toThrow(
      /secret, the secret of this installation, is a folder; put the file back/,
    );
  });
});
