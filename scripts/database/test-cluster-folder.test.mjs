import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { inProject } from "../paths.mjs";
import { testClusterFolder } from "./test-cluster-folder.mjs";

const shared = fs.mkdtempSync(path.join(os.tmpdir(), "shared-"));
afterAll(() => fs.rmSync(shared, { recursive: true, force: true }));
const onDisk = inProject(".data/test-postgres");
const ample = { shared, availableBytes: 8 * 2 ** 30, freeBytes: 4 * 2 ** 30 };

it("lies in memory where there is room, at a place of this account and checkout alone", () => {
  const folder = testClusterFolder(ample);
  expect(path.dirname(folder)).toBe(shared);
  expect(path.basename(folder)).toMatch(/^greenroom-tests-\d+-[0-9a-f]{12}$/);
  expect(testClusterFolder(ample)).toBe(folder);
});

it("lies on the disk where memory or its folder is short, or is not there", () => {
  expect(testClusterFolder({ ...ample, availableBytes: 3 * 2 ** 30 })).toBe(onDisk);
  expect(testClusterFolder({ ...ample, freeBytes: 2 ** 26 })).toBe(onDisk);
  expect(testClusterFolder({ shared: path.join(shared, "none"), availableBytes: 8 * 2 ** 30 })).toBe(onDisk);
});

it("lies on the disk for who measures", () => {
  expect(testClusterFolder({ ...ample, onDisk: true })).toBe(onDisk);
});

it("stays where it is once it is there, so that a second run joins the first", () => {
  const folder = testClusterFolder(ample);
  fs.mkdirSync(folder);
  expect(testClusterFolder({ ...ample, availableBytes: 0, freeBytes: 0 })).toBe(folder);
});
