"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type RenameConversationDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  onRename: (title: string) => Promise<unknown>;
};

const longestTitle = 120;

export function RenameConversationDialog({
  open,
  onOpenChange,
  title,
  onRename,
}: RenameConversationDialogProps) {
  const [typed, setTyped] = useState(title);
  const [pending, setPending] = useState(false);
  const rename = async () => {
    setPending(true);
    try {
      await onRename(typed.trim());
      onOpenChange(false);
    } catch {
      // The refusal is shown by whoever sent it; the words stay here to be mended.
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Rename conversation" size="small">
      <DialogForm
        verb="Rename"
        pending={pending}
        blockedReason={typed.trim() === "" ? "Give it a title." : undefined}
        onSubmit={() => void rename()}
        close={() => onOpenChange(false)}
      >
        <Field label="Title">
          <Input
            size="form"
            value={typed}
            maxLength={longestTitle}
            onChange={(event) => setTyped(event.target.value)}
            onFocus={(event) => event.target.select()}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
