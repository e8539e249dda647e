import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";

/** Things of this machine that a script must not get at, and whether one did. */
export type Facts = {
  folder: string;
  secretFile: string;
  secret: string;
  environmentSecret: string;
  port: number;
  pid: number;
  node: string;
  wasAsked: (mark: string) => boolean;
  wasWritten: (mark: string) => boolean;
  wasSignalled: () => boolean;
  /** As if nothing had happened yet. */
  reset: (mark: string) => void;
  end: () => Promise<void>;
};

export async function prepareFacts(): Promise<Facts> {
  const folder = mkdtempSync(path.join(tmpdir(), "greenroom-sandbox-"));
  const secret = `secret-${randomBytes(12).toString("hex")}`;
  const environmentSecret = `environment-${randomBytes(12).toString("hex")}`;
  const secretFile = path.join(folder, "secret.txt");
  writeFileSync(secretFile, `${secret}\n`);
  Object.assign(process.env, { GREENROOM_BENCH_SECRET: environmentSecret });
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    asked.add((request.url ?? "").slice(1));
    response.end("asked");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  let signals = 0;
  const hear = () => {
    signals += 1;
  };
  process.on("SIGUSR2", hear);
  return {
    folder,
    secretFile,
    secret,
    environmentSecret,
    port: typeof address === "object" && address ? address.port : 0,
    pid: process.pid,
    node: process.execPath,
    wasAsked: (mark) => asked.has(mark),
    wasWritten: (mark) => existsSync(path.join(folder, mark)),
    wasSignalled: () => signals > 0,
    reset(mark) {
      asked.clear();
      signals = 0;
      for (const left of [mark, "hard"]) rmSync(path.join(folder, left), { force: true });
    },
    async end() {
      process.off("SIGUSR2", hear);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
