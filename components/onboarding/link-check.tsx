"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { SignedOutTitle } from "./signed-out-frame";

type CheckingLinkProps = { title: string; children: ReactNode };

/** While it is looked up what a link opens; holds the place of a form. */
export function CheckingLink({ title, children }: CheckingLinkProps) {
  return (
    <div aria-busy="true">
      <SignedOutTitle title={title}>{children}</SignedOutTitle>
      <div className="grid gap-4">
        <Skeleton className="h-field" />
        <Skeleton className="h-field" />
        <Skeleton className="h-field" />
      </div>
    </div>
  );
}

type UncheckedLinkProps = { title: string; error: Error; retry: () => unknown };

/** What a link opens could not be asked. */
export function UncheckedLink({ title, error, retry }: UncheckedLinkProps) {
  return (
    <>
      <SignedOutTitle title={title} />
      <Notice
        tone="error"
        title={error.message}
        action={<Button onClick={() => void retry()}>Try again</Button>}
      />
    </>
  );
}
