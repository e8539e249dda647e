"use client";

import type { ComponentProps } from "react";
import { Dialog, type DialogProps } from "./dialog";
import { DialogForm } from "./dialog-form";

type FormDialogProps = Pick<DialogProps, "title" | "description" | "size"> &
  ComponentProps<typeof DialogForm>;

/** A dialog that is there for as long as it is rendered, and asks one thing: its fields, Cancel and the verb. */
export function FormDialog({ title, description, size, ...form }: FormDialogProps) {
  return (
    <Dialog open onOpenChange={form.close} title={title} description={description} {...(size && { size })}>
      <DialogForm {...form} />
    </Dialog>
  );
}
