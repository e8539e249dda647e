"use client";

import { Failure } from "@/components/layout/failure";
import { Page } from "@/components/layout/page";

type ErrorProps = { error: Error & { digest?: string }; retry: () => void };

export default function WorkspaceError({ error, retry }: ErrorProps) {
  return (
    <Page top={null} scroll>
      <Failure error={error} retry={retry} home="/" />
    </Page>
  );
}
