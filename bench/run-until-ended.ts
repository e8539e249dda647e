import { spawn } from "node:child_process";

export type Ended = { code: number | null; said: string };

/** Runs a program until it ends, or until `timeout` milliseconds are over; what it said on both streams, as it came. */
export const runUntilEnded = (
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; timeout: number },
): Promise<Ended> =>
  new Promise((end, fail) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    const hear = (piece: Buffer) => {
      said += piece.toString();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", fail);
    child.on("close", (code) => end({ code, said }));
  });
