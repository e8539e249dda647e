import { AppError } from "@/lib/kernel/app-error";

/** Requests of one session that wait for those before them, on each server. */
const mostWaiting = 32;

type Line = { last: Promise<unknown>; waiting: number };
const lines = new Map<string, Line>();

/** Does what is asked of one session in the order in which it was asked. TOO_MANY_REQUESTS where too much waits already. */
export async function oneAfterAnother<T>(session: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(session) ?? { last: Promise.resolve(), waiting: 0 };
  if (line.waiting >= mostWaiting)
    throw new AppError("TOO_MANY_REQUESTS", `${mostWaiting} requests of this session are waiting already.`, {
      retryAfterSeconds: 1,
    });
  lines.set(session, line);
  line.waiting += 1;
  const done = line.last.then(work);
  line.last = done.catch(() => {});
  try {
    return await done;
  } finally {
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(session);
  }
}
