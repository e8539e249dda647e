"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { markHidden } from "@/lib/kernel/mark-hidden";

type PasswordDialogProps = {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  /** Somebody without one confirms by having signed in lately; the server says when that was too long ago. */
  hasPassword: boolean;
  onConfirm: (password: string) => Promise<unknown>;
  /** Stays pressed afterwards: the page is on its way elsewhere. */
  leaves?: boolean;
  close: () => void;
};

/** What is confirmed with the password, so that an open browser alone does not change how somebody gets in. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, description, confirmLabel, danger = false, hasPassword, onConfirm, leaves, close } = props;
  const [password, setPassword] = useState("");
  const confirm = useMutation({
    mutationFn: () => onConfirm(password),
    onSuccess: () => (leaves ? undefined : close()),
    meta: { silent: true },
    gcTime: 0,
  });
  return (
    <FormDialog
      title={title}
      description={description}
      size="small"
      verb={confirmLabel}
      danger={danger}
      pending={confirm.isPending || (leaves === true && confirm.isSuccess)}
      blockedReason={hasPassword && password === "" ? "Type your password first." : undefined}
      onSubmit={() => confirm.mutate()}
      close={close}
    >
      {hasPassword ? (
        <Field label="Your password">
          <Input
            size="form"
            type="password"
            autoFocus
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      ) : null}
      {confirm.isError ? <Notice tone="error" title={markHidden(confirm.error.message)} /> : null}
    </FormDialog>
  );
}
