"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toast } from "@/components/ui/toaster";
import { ApiError } from "@/lib/api/client";
import { noteSignedOut } from "./presence";

const staleMs = 15_000;
const retries = 2;

function report(error: Error, silent: boolean) {
  if (error instanceof ApiError && error.status === 401) return noteSignedOut();
  if (silent) return;
  const traceId = error instanceof ApiError ? error.traceId : undefined;
  toast.error(error.message, traceId ? { description: `Trace ${traceId}` } : {});
}

/** Only what may pass by itself is tried again: no answer, and 5xx. */
function shouldRetry(failures: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return passing && failures < retries;
}

function createQueryClient() {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: staleMs, retry: shouldRetry } },
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
