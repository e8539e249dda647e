import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sortDatabaseTests } from "./tests-apart.mjs";

/** A project of these files, sources by path. */
function aProject(files) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "tests-apart-"));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  for (const [file, source] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), source);
  }
  return root;
}

it("keeps a file apart that changes what a process shares, and lets all others share one", () => {
  const root = aProject({
    "lib/a/environment.db.test.ts": 'process.env.GREENROOM_X = "1";',
    "lib/a/stubbed.db.test.ts": 'vi.stubEnv("X", "1");',
    "lib/a/mocked.db.test.ts": 'vi.mock("./x");',
    "lib/a/timed.db.test.ts": "vi.useFakeTimers();",
    "lib/a/kept.db.test.ts": "globalThis.greenroomEnv = undefined;",
    "lib/a/plain.db.test.ts": 'import { testDatabase } from "@/lib/testing/database";',
    "bench/b/plain.db.test.ts": "const processing = 1;",
    "lib/a/pure.test.ts": 'vi.mock("./x");',
  });
  const { apart, together } = sortDatabaseTests(root);
  expect(apart).toEqual([
    "lib/a/environment.db.test.ts",
    "lib/a/kept.db.test.ts",
    "lib/a/mocked.db.test.ts",
    "lib/a/stubbed.db.test.ts",
    "lib/a/timed.db.test.ts",
  ]);
  expect(together).toEqual(["bench/b/plain.db.test.ts", "lib/a/plain.db.test.ts"]);
});

it("follows what tests share, however far, but not the makers of their databases", () => {
  const root = aProject({
    "lib/testing/allow.ts": "process.env.HOSTS = 1;",
    "lib/testing/models.ts": 'import { allow } from "./allow";',
    "lib/testing/runs.ts": 'export { x } from "@/lib/testing/models";',
    "lib/testing/quiet.ts": 'import { y } from "@/lib/library/y";',
    "lib/testing/database.ts": "process.env.DATABASE_URL = url;",
    "lib/a/far.db.test.ts": 'import { x } from "@/lib/testing/runs";',
    "lib/testing/near.db.test.ts": 'const { allow } = await import("./allow");',
    "lib/a/quiet.db.test.ts": 'import { y } from "@/lib/testing/quiet"; import "@/lib/testing/database";',
  });
  expect(sortDatabaseTests(root)).toEqual({
    apart: ["lib/a/far.db.test.ts", "lib/testing/near.db.test.ts"],
    together: ["lib/a/quiet.db.test.ts"],
  });
});

it("sorts every database test of this project, most of them together", () => {
  const { apart, together } = sortDatabaseTests(process.cwd());
  const all = fs.globSync("{lib,bench}/**/*.db.test.ts").length;
  expect(apart.length + together.length).toBe(all);
  expect(together.length).toBeGreaterThan(apart.length);
});
