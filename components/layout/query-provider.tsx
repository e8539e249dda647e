"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toast } from "@/components/ui/toaster";
import { ApiError, mayPass } from "@/lib/api/client";
import { noteServerTrouble } from "./server-health";
import { noteSignedOut } from "./signed-in-state";

const staleMs = 15_000;
const retries = 2;
const longestDelayMs = 5_000;

function report(error: Error, silent: boolean) {
  if (error instanceof ApiError && error.status === 401) return noteSignedOut();
  noteServerTrouble(error);
  if (silent) return;
  const traceId = error instanceof ApiError ? error.traceId : undefined;
  toast.error(error.message, traceId ? { description: `Trace ${traceId}` } : {});
}

/** Only what may pass by itself is tried again: no answer, no turn, and 5xx. */
function shouldRetry(failures: number, error: Error): boolean {
  noteServerTrouble(error);
  const passing = !(error instanceof ApiError) || error.status >= 500 || mayPass(error);
  return passing && failures < retries;
}

/** When the server asks for it, but for somebody who waits for a page: soon. */
function retryDelay(failures: number, error: Error): number {
  const usualMs = Math.min(1_000 * 2 ** failures, longestDelayMs);
  const asked = error instanceof ApiError ? error.retryAfterSeconds : null;
  return asked === null ? usualMs : Math.min(asked * 1_000, longestDelayMs);
}

function createQueryClient() {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: staleMs, retry: shouldRetry, retryDelay } },
    // A first load shows its error in place; only a refresh behind shown data needs a toast.
    queryCache: new QueryCache({
      onError: (error, query) => report(error, query.state.data === undefined || query.meta?.silent === true),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => report(error, mutation.meta?.silent === true),
    }),
  });
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
