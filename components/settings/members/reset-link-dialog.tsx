"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Dialog, DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { MadeResetLink } from "@/lib/accounts/account-schema";
import { resetLinkMinutes } from "@/lib/accounts/reset-link";
import { SecretShownOnce, useWarnedLeave } from "../secret-shown-once";

type ResetLinkDialogProps = {
  open: boolean;
  close: () => void;
  /** Whose password it is. */
  name: string;
  make: () => Promise<MadeResetLink>;
};

/** Asks first, then shows the link: the only time that it is seen. */
export function ResetLinkDialog({ open, close, name, make }: ResetLinkDialogProps) {
  const link = useMutation({
    meta: { silent: true },
    // The answer holds the link itself: it is not kept behind the dialog.
    gcTime: 0,
    mutationFn: make,
  });
  const end = () => {
    link.reset();
    close();
  };
  const { isWarned, leave } = useWarnedLeave(link.data !== undefined, end);
  return (
    <Dialog
      open={open}
      onOpenChange={leave}
      title={link.data ? "The link is ready" : `Create a reset link for ${name}?`}
      description={`With it ${name} chooses a new password. It works once, for ${resetLinkMinutes} minutes.`}
    >
      {link.data ? (
        <SecretShownOnce
          title="This is the only time that the link is shown"
          text={link.data.url}
          label="the reset link"
          copy="Copy the link"
          done="Done"
          warning={isWarned ? "Is it passed on? Close once more, and nobody can see it again." : null}
          close={end}
        >
          Whoever has it gets into the account of {name}. Pass it on as you would a password, and be sure that
          it is {name} who asked.
        </SecretShownOnce>
      ) : (
        <div className="grid gap-3">
          <p className="text-ink-2">
            Using it signs {name} out everywhere. The second step is asked for as before; API keys and a
            connected provider stay. The audit trail says who made the link.
          </p>
          {link.error ? (
            <Notice tone="error" title="The link could not be created">
              {link.error.message}
            </Notice>
          ) : null}
          <div className="-mx-4 -mb-4">
            <DialogFooter>
              <Button onClick={end}>Cancel</Button>
              <Button variant="primary" pending={link.isPending} onClick={() => link.mutate()}>
                Create link
              </Button>
            </DialogFooter>
          </div>
        </div>
      )}
    </Dialog>
  );
}
