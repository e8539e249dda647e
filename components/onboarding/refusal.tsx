"use client";

import { Notice } from "@/components/ui/notice";
import { ApiError } from "@/lib/api/client";

/** Says why the server refused, with each field it named. */
export function Refusal({ error }: { error: Error }) {
  const details = error instanceof ApiError ? error.errors : [];
  return (
    <Notice tone="error" title={error.message}>
      {details.map(({ path, message }) => (
        <p key={path}>{message}</p>
      ))}
    </Notice>
  );
}
