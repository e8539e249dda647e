"use client";

import { Failure } from "@/components/layout/failure";
import { Brand } from "@/components/ui/brand";

type ErrorProps = { error: Error & { digest?: string }; retry: () => void };

export default function AppError({ error, retry }: ErrorProps) {
  return (
    <main id="main" tabIndex={-1} className="min-h-dvh px-10 py-8 outline-none narrow:p-6 compact:p-4">
      <Brand />
      <Failure error={error} retry={retry} home="/" />
    </main>
  );
}
