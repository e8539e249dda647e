"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "" || pending) return;
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
      <form onSubmit={submit} className="grid gap-4">
        <Field label="Title">
          <Input
            size="form"
            value={typed}
            maxLength={longestTitle}
            onChange={(event) => setTyped(event.target.value)}
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            pending={pending}
            blockedReason={typed.trim() === "" ? "Give it a title." : undefined}
          >
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
