import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { endChild } from "../processes.mjs";
import { keepServer } from "./keep-server.mjs";
import { createRestartLimit } from "./restart-limit.mjs";

const run = (script) => spawn(process.execPath, ["-e", script], { stdio: "ignore" });
const living = () => run("setInterval(() => {}, 1000)");
const ready = async () => {};

function keep({ first, launch, limit = createRestartLimit({ firstPauseMs: 1 }) }) {
  const lines = [];
  let stopping = false;
  const kept = keepServer({
    first,
    launch,
    isStopping: () => stopping,
    log: (line) => lines.push(line),
    limit,
  });
  return { lines, kept, stop: () => (stopping = true) };
}

describe("keepServer", () => {
  it("starts a killed server again, says how it ended, and stops with the launcher", async () => {
    const first = living();
    let second;
    let launched;
    const again = new Promise((resolve) => (launched = resolve));
    const { lines, kept, stop } = keep({
      first,
      launch: () => {
        second = living();
        return { child: second, ready: async () => launched() };
      },
    });
    first.kill("SIGKILL");
    await again;
    stop();
    await endChild(second);
    await kept;
    expect(lines[0]).toBe("The server stopped (ended by SIGKILL): starting it again");
  });

  it("gives up with the reason when it dies too often", async () => {
    const launch = () => ({ child: run("process.exit(3)"), ready });
    const { lines, kept } = keep({ first: run("process.exit(3)"), launch });
    await expect(kept).rejects.toThrow(
      "the server stopped too often to be started again, the last time because exit code 3",
    );
    expect(lines.filter((line) => line.endsWith("starting it again"))).toHaveLength(5);
  });

  it("counts a start that never gets ready, and leaves no such server behind", async () => {
    const children = [];
    const launch = () => {
      children.push(living());
      return { child: children.at(-1), ready: () => Promise.reject(new Error("it is not well")) };
    };
    const { kept } = keep({ first: run(""), launch });
    await expect(kept).rejects.toThrow(/the last time because it is not well$/);
    expect(children).toHaveLength(5);
    expect(children.every(({ signalCode }) => signalCode === "SIGTERM")).toBe(true);
  });
});
