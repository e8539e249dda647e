import { type ChildProcess, spawn } from "node:child_process";
import { Agent, createServer, request, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const pieces = 40;
const betweenPiecesMs = 5;

/** A model on this machine that says in each piece when it sent it, by the clock of this process. */
export async function startStampingModel(): Promise<{ base: string; close: () => void }> {
  const server: Server = createServer(async (incoming, answer) => {
    for await (const _ of incoming);
    answer.writeHead(200, { "content-type": "text/event-stream" });
    for (let piece = 0; piece < pieces; piece += 1) {
      answer.write(chunk({ delta: { content: "word " }, finish_reason: null }));
      await sleep(betweenPiecesMs);
    }
    answer.write(chunk({ delta: {}, finish_reason: "stop" }));
    answer.end("data: [DONE]\n\n");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { base: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [{ index: 0, ...choice }], sent: performance.now() })}\n\n`;

export async function startBarePassThrough(to: string): Promise<{ base: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "bare-pass-through.ts"), to], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const port = await new Promise<string>((resolve) =>
    child.stdout?.once("data", (text) => resolve(String(text).trim())),
  );
  return { base: `http://127.0.0.1:${port}`, child };
}

export type Timing = {
  /** From the request to the first byte of the answer. */
  firstMs: number;
  /** Of each later piece: from the moment it was sent to the moment it was here. */
  piecesMs: number[];
};

const agent = new Agent({ keepAlive: true });

/** One request and the times of its answer. */
export function timeRequest(address: string, body: Buffer): Promise<Timing> {
  const startedAt = performance.now();
  const timing: Timing = { firstMs: 0, piecesMs: [] };
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.byteLength };
    const sent = request(address, { method: "POST", agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`));
      answer.on("data", (data: Buffer) => {
        const now = performance.now();
        if (timing.firstMs === 0) timing.firstMs = now - startedAt;
        else
          for (const [, stamp] of data.toString().matchAll(/"sent":([\d.]+)/g))
            timing.piecesMs.push(now - Number(stamp));
      });
      answer.on("end", () => resolve(timing));
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
