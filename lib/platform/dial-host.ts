import "server-only";
import { connect, type Socket } from "node:net";
import { err, ok, type Result } from "@/lib/kernel/result";
import { env } from "./env";
import { checkSshHost, GuardError, type Resolve } from "./guarded-fetch";

const connectMs = 10_000;

type Dialling = { host: string; port: number; signal: AbortSignal; resolve?: Resolve | undefined };

/** A connection to the very address that was checked as the guarded fetch checks it. Never throws. */
export function dialHost({
  host,
  port,
  signal,
  resolve,
}: Dialling): Promise<Result<Socket, "address" | "timeout" | "unreachable">> {
  return new Promise((answer) => {
    let socket: Socket | undefined;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);
    const fail = (error: unknown) => {
      limit.removeEventListener("abort", stop);
      socket?.destroy();
      if (error instanceof GuardError) return answer(err("address"));
      answer(err(limit.aborted ? "timeout" : "unreachable"));
    };
    const stop = () => fail(limit.reason);
    try {
      limit.throwIfAborted();
      const { hostname, lookup } = checkSshHost({ host, port }, env().allowedHosts, resolve);
      const made = connect({ host: hostname, port, noDelay: true, ...(lookup && { lookup }) });
      socket = made;
      limit.addEventListener("abort", stop, { once: true });
      // Who takes the socket hears its errors beside this: without anybody, one would end the process.
      made.on("error", fail);
      made.once("connect", () => {
        limit.removeEventListener("abort", stop);
        answer(ok(made));
      });
    } catch (error) {
      fail(error);
    }
  });
}
