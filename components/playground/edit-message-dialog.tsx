"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { whyNotSent } from "@/lib/sessions/message-options";
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
  const reason = whyNotSent(text);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason !== undefined || pending) return;
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
      onOpenChange={(next) => next || onClose()}
      title={`Edit the message of turn ${start.turn}`}
      description="It is sent in a new line that shares everything before it. The old line stays."
    >
      <form onSubmit={submit} className="grid gap-4">
        <Field label="Message">
          <Textarea rows={6} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={pending} blockedReason={reason}>
            Send in a new line
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
