"use client";

import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import type { CreatedInvitation } from "@/lib/auth/invitation-schema";
import { SecretShownOnce } from "../secret-shown-once";

type MadeInvitationProps = { made: CreatedInvitation; isWarned: boolean; close: () => void };

/** The link itself, once, and what became of its e-mail. */
export function MadeInvitation({ made, isWarned, close }: MadeInvitationProps) {
  const { mail, email } = made;
  return (
    <div className="grid gap-3">
      {mail.state === "sent" ? (
        <Notice title={`Sent to ${email}`}>The link below is the same one.</Notice>
      ) : mail.state === "failed" ? (
        <Notice tone="error" title="It could not be sent by e-mail">
          <ShownText text={mail.reason} /> The invitation holds all the same: pass the link on yourself.
        </Notice>
      ) : null}
      <SecretShownOnce
        title="This is the only time that the link is shown"
        text={made.url}
        label="the invitation’s link"
        copy="Copy the link"
        done="Done"
        warning={isWarned ? "Is it passed on? Close once more, and nobody can see it again." : null}
        close={close}
      >
        {email === null ? (
          "Whoever has it can join with it, once. Pass it on as you would a password."
        ) : (
          <ShownText text={`It lets in whoever has it and gives the address ${email}, once.`} />
        )}
      </SecretShownOnce>
    </div>
  );
}
