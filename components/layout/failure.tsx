"use client";

import { RotateCw } from "lucide-react";
import { useEffect } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { ShownText } from "@/components/ui/shown-text";
import { ErrorPage } from "./error-page";
import { lookAtServer, onServerBack } from "./server-health";

type FailureProps = {
  error: Error & { digest?: string };
  retry: () => void;
  /** Where the way out leads. */
  home: string;
};

/** Stands for a page that broke. In production the framework hides the message: then the words are ours. */
export function Failure({ error, retry, home }: FailureProps) {
  useEffect(() => {
    document.title = "Something went wrong · Greenroom";
  }, []);
  useEffect(() => {
    void lookAtServer();
    return onServerBack(retry);
  }, [retry]);
  const isHidden = error.digest !== undefined;
  return (
    <ErrorPage
      title="This page could not be shown"
      trace={error.digest}
      actions={
        <>
          <Button variant="primary" icon={RotateCw} onClick={retry}>
            Try again
          </Button>
          <ButtonLink href={home}>Leave this page</ButtonLink>
        </>
      }
    >
      {isHidden ? (
        "Nothing that you saved is lost. Try again; if it stays, tell the operator."
      ) : (
        <ShownText text={`${error.message} Nothing that you saved is lost.`} />
      )}
    </ErrorPage>
  );
}
