"use client";

import { useState } from "react";
import { IconButton } from "./button";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog";
import type { LucideIcon } from "./icon";

type ConfirmIconButtonProps = Omit<ConfirmDialogProps, "open" | "onOpenChange" | "danger"> & {
  icon: LucideIcon;
  /** Its name, also shown on hover. */
  label: string;
};

/** A small button, in a row of a table, for what cannot be undone: it asks first. */
export function ConfirmIconButton({ icon, label, ...asked }: ConfirmIconButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={icon} size="icon-small" label={label} onClick={() => setOpen(true)} />
      <ConfirmDialog {...asked} open={isOpen} onOpenChange={setOpen} danger />
    </>
  );
}
