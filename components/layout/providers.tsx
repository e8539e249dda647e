"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { Toaster } from "@/components/ui/toaster";
import { QueryProvider } from "./query-provider";
import { ServerNotice } from "./server-notice";
import { SignedOutNotice } from "./signed-out-notice";

type ProvidersProps = { nonce: string | undefined; children: ReactNode };

/** What every page needs around it. */
export function Providers({ nonce, children }: ProvidersProps) {
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      enableColorScheme={false}
      disableTransitionOnChange
      {...(nonce === undefined ? {} : { nonce })}
    >
      <QueryProvider>
        {children}
        <div className="-translate-x-1/2 pointer-events-none fixed top-3 left-1/2 z-60 flex flex-col gap-2">
          <ServerNotice />
          <SignedOutNotice />
        </div>
      </QueryProvider>
      <Toaster />
    </ThemeProvider>
  );
}
