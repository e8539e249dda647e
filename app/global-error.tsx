"use client";

import "./globals.css";
import { Failure } from "@/components/layout/failure";

type GlobalErrorProps = { error: Error & { digest?: string }; retry: () => void };

/** Replaces the root layout when that itself broke: no theme and no providers here. */
export default function GlobalError({ error, retry }: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <main id="main">
          <Failure error={error} retry={retry} home="/" />
        </main>
      </body>
    </html>
  );
}
