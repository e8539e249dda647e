"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { EmptyState } from "./empty-state";
import { Notice } from "./notice";
import { ShownText } from "./shown-text";
import { SkeletonRows } from "./skeleton";

type NotLoadedProps = {
  /** What is read; of its state only why it failed matters here. */
  query: { error: Error | null; refetch: () => unknown };
  /** Said while it is read: "Loading agents". */
  loading: string;
  rows?: number;
  /** Said when it failed: "The agents could not be read". Absent where the reason says enough. */
  failed?: ReactNode;
  /** It is what the page is about: the failure takes the page. */
  wholePage?: boolean;
  className?: string;
};

/** In the place of what is read: rows while it comes; when it failed, why, and a way to try again. */
export function NotLoaded({
  query: { error, refetch },
  loading,
  rows = 8,
  failed,
  wholePage = false,
  className = "m-4",
}: NotLoadedProps) {
  if (error === null) return <SkeletonRows rows={rows} label={loading} />;
  const again = <Button onClick={() => void refetch()}>Try again</Button>;
  if (wholePage)
    return (
      <EmptyState title={failed} action={again}>
        <ShownText text={error.message} />
      </EmptyState>
    );
  return (
    <Notice tone="error" title={failed} action={again} className={className}>
      <ShownText text={error.message} />
    </Notice>
  );
}
