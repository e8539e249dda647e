"use client";

import { CreateWorkspaceForm } from "@/components/layout/create-workspace-form";
import { signOut } from "@/components/layout/sign-out";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import { SignedOutTitle } from "./signed-out-frame";

/** Greets whoever is signed in, but a member of nothing. */
export function WithoutWorkspace({ isOperator }: { isOperator: boolean }) {
  return (
    <>
      <SignedOutTitle title="You belong to no workspace">
        {isOperator
          ? "Create one to begin."
          : "Ask somebody who manages one for an invitation’s link, and open it here."}
      </SignedOutTitle>
      {isOperator ? <CreateWorkspaceForm /> : null}
      <Button
        variant="ghost"
        className="mt-4"
        onClick={() => signOut().catch((error: Error) => toast.error(error.message))}
      >
        Sign out
      </Button>
    </>
  );
}
