"use client";

import { Failure } from "@/components/layout/failure";
import { Page } from "@/components/layout/page";

type ErrorProps = { error: Error & { digest?: string }; unstable_retry: () => void };

export default function WorkspaceError({ error, unstable_retry }: ErrorProps) {
  return (
    <Page top={null} scroll>
      <Failure error={error} retry={unstable_retry} home="/" />
    </Page>
  );
}
