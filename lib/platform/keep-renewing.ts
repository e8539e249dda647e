import "server-only";
import { log } from "./log";

type Renewing = {
  everyMs: number;
  renew: () => Promise<unknown>;
  /** What could not be renewed, for the log. */
  about: Readonly<Record<string, string>>;
  failed: string;
};

/** Renews again and again until the answer is called; what fails is logged, and tried again. Keeps no process alive. */
export function keepRenewing({ everyMs, renew, about, failed }: Renewing): () => void {
  const once = () => renew().catch((error: unknown) => log.warn({ err: error, ...about }, failed));
  const timer = setInterval(() => void once(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
