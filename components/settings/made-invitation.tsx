"use client";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { CreatedInvitation } from "@/lib/auth/invitation-schema";

type MadeInvitationProps = {
  made: CreatedInvitation;
  /** Somebody tried to leave once. */
  isWarned: boolean;
  close: () => void;
};

/** The link itself, once, and what became of its e-mail. */
export function MadeInvitation({ made, isWarned, close }: MadeInvitationProps) {
  const { mail, email } = made;
  return (
    <div className="grid gap-3">
      {mail.state === "sent" ? (
        <Notice title={`It went out to ${email} by e-mail`}>The link below is the same one.</Notice>
      ) : mail.state === "failed" ? (
        <Notice tone="error" title="It could not be sent by e-mail">
          {mail.reason} The invitation holds all the same: pass the link on yourself.
        </Notice>
      ) : null}
      <Notice tone="warning" title="This is the only time that the link is shown">
        {email === null
          ? "Whoever has it can join with it, once. Pass it on as you would a password."
          : `It lets in whoever has it and gives the address ${email}, once.`}
      </Notice>
      <CodeBlock text={made.url} label="the invitation’s link" copy={false} />
      <p role="status" className="text-ink-2 empty:hidden">
        {isWarned ? "Is it passed on? Close once more, and nobody can see it again." : null}
      </p>
      <div className="-mx-4 -mb-4">
        <DialogFooter>
          <CopyButton text={made.url} label="Copy the link">
            Copy the link
          </CopyButton>
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        </DialogFooter>
      </div>
    </div>
  );
}
