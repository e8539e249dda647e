import "server-only";
import path from "node:path";
import type { Transferable, Worker } from "node:worker_threads";
import type { AsideWork } from "./internal/aside-work";

/** Less than this is done at once: to hand it over would take as long. Bytes or characters of text. */
export const leastAside = 48 * 1024;

/** Asked for at run time: a bundler that sees `new Worker` packs the thread's file, which reads what is in the checkout. */
const threads = process.getBuiltinModule("node:worker_threads");

type Input<What extends keyof AsideWork> = Parameters<AsideWork[What]>[0];
type Value<What extends keyof AsideWork> = ReturnType<AsideWork[What]>;
type Answer<T> = { ok: true; value: T } | { ok: false; error: string };

declare global {
  var greenroomAside: { worker: Worker; pending: number } | undefined;
}

/**
 * Does long work in a thread of its own, one piece after the other, in order. What it throws is thrown here; a thread
 * that ends takes what it had with it, and the next piece begins another one. `moved` is given away, not copied.
 */
export async function workAside<What extends keyof AsideWork>(
  what: What,
  input: Input<What>,
  moved: readonly Transferable[] = [],
): Promise<Value<What>> {
  const thread = openThread();
  const { port1, port2 } = new threads.MessageChannel();
  thread.pending += 1;
  thread.worker.ref();
  try {
    const answer = await new Promise<Answer<Value<What>>>((resolve, reject) => {
      const onExit = (code: number) => reject(new Error(`The thread for long work ended with code ${code}.`));
      thread.worker.once("exit", onExit);
      port1.once("message", (told: Answer<Value<What>>) => {
        thread.worker.off("exit", onExit);
        resolve(told);
      });
      // What the thread could hand over can be too deep to be taken here.
      port1.once("messageerror", (error) => {
        thread.worker.off("exit", onExit);
        reject(error);
      });
      thread.worker.postMessage({ what, input, answer: port2 }, [port2, ...moved]);
    });
    if (!answer.ok) throw new Error(`Long work failed: ${answer.error}`);
    return answer.value;
  } finally {
    port1.close();
    thread.pending -= 1;
    // A thread without work keeps no process from ending.
    if (thread.pending === 0) thread.worker.unref();
  }
}

/** Pages, routes and the start of the server are separate bundles of one process: they share it. */
function openThread() {
  if (globalThis.greenroomAside) return globalThis.greenroomAside;
  const worker = new threads.Worker(path.join(process.cwd(), "scripts", "work-aside.mjs"), { execArgv: [] });
  worker.setMaxListeners(0);
  const thread = { worker, pending: 0 };
  const forget = () => {
    if (globalThis.greenroomAside === thread) globalThis.greenroomAside = undefined;
  };
  // What it died of is told to everybody who waits, by its exit.
  worker.on("error", forget);
  worker.on("exit", forget);
  globalThis.greenroomAside = thread;
  return thread;
}
