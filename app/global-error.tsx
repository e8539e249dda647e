"use client";

import "./globals.css";
import { Failure } from "@/components/layout/failure";

type GlobalErrorProps = { error: Error & { digest?: string }; unstable_retry: () => void };

/** Replaces the root layout when that itself broke: no theme and no providers here. */
export default function GlobalError({ error, unstable_retry }: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <main id="main">
          <Failure error={error} retry={unstable_retry} home="/" />
        </main>
      </body>
    </html>
  );
}
