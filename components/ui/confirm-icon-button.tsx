"use client";

import { useState } from "react";
import { IconButton } from "./button";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog";
import type { LucideIcon } from "./icon";

type ConfirmIconButtonProps = Omit<ConfirmDialogProps, "open" | "onOpenChange" | "danger"> & {
  icon: LucideIcon;
  /** Its name, also shown on hover. */
  label: string;
  /** Why it cannot be pressed; shown on hover and focus. */
  blockedReason?: string | undefined;
};

/** A small button, in a row of a table, for what cannot be undone: it asks first. */
export function ConfirmIconButton({ icon, label, blockedReason, ...asked }: ConfirmIconButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={icon}
        size="icon-small"
        label={label}
        blockedReason={blockedReason}
        onClick={() => setOpen(true)}
      />
      <ConfirmDialog {...asked} open={isOpen} onOpenChange={setOpen} danger />
    </>
  );
}
