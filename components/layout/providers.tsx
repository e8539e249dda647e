"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { Toaster } from "@/components/ui/toaster";
import { QueryProvider } from "./query-provider";
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
      <QueryProvider>{children}</QueryProvider>
      <SignedOutNotice />
      <Toaster />
    </ThemeProvider>
  );
}
