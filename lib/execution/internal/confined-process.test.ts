import { describe, expect, it } from "vitest";
import { executionLimits } from "../limits";
import {
  canLeaveNetwork,
  confinedCommand,
  endConfined,
  residentMiB,
  startConfined,
} from "./confined-process";

describe("the process of an execution", () => {
  it("may read its own folder and the shell's packages, and write and start nothing", () => {
    const command = confinedCommand(executionLimits);
    expect(command).toContain("--permission");
    expect(command.join(" ")).not.toMatch(/--allow-(?:fs-write|child-process|addons|wasi|inspector)/);
    const read = command.filter((part) => part.startsWith("--allow-fs-read="));
    expect(read).toHaveLength(6);
    expect(read.every((part) => /(?:scripts|node_modules)[\\/][^*]+$/.test(part))).toBe(true);
  });

  it("has a network of its own with nothing in it where the system allows that", () => {
    expect(confinedCommand(executionLimits)[0] === "/usr/bin/unshare").toBe(canLeaveNetwork());
  });

  it("is killed with its group, and says what it holds", async () => {
    const child = startConfined(executionLimits);
    const closed = new Promise((resolve) => child.once("close", (_, signal) => resolve(signal)));
    if (process.platform === "linux") await expect.poll(() => residentMiB(child)).toBeGreaterThan(0);
    endConfined(child);
    expect(await closed).toBe("SIGKILL");
    endConfined(child);
  });
});
