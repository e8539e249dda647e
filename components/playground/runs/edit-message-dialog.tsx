"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { whyNotSent } from "@/lib/sessions/why-not-sent";
import type { RunStart } from "./run-actions";

type EditMessageDialogProps = {
  start: RunStart;
  onClose: () => void;
  onSend: (message: string) => Promise<unknown>;
};

/** Another message in the place of one: sent in a new line, the old one stays. */
export function EditMessageDialog({ start, onClose, onSend }: EditMessageDialogProps) {
  const [text, setText] = useState(start.payload.message);
  const [pending, setPending] = useState(false);
  const send = async () => {
    setPending(true);
    try {
      await onSend(text.trim());
      onClose();
    } catch {
      // The refusal is shown by whoever sent it; the words stay here to be mended.
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Edit the message of turn ${start.turn}`}
      description="It is sent in a new branch that shares everything before it. The old branch stays."
    >
      <DialogForm
        verb="Send in a new branch"
        pending={pending}
        blockedReason={whyNotSent(text)}
        onSubmit={() => void send()}
        close={onClose}
      >
        <Field label="Message">
          <Textarea rows={6} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
