"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { useWarnedLeave } from "../secret-shown-once";
import { confirmTwoFactor } from "./account-requests";
import { BackupCodes } from "./backup-codes";
import { QrCode } from "./qr-code";

/** What the server has prepared; nothing counts before the first code was right. */
export type PreparedTwoFactor = { totpURI: string; backupCodes: string[] };

type TwoFactorDialogProps = { prepared: PreparedTwoFactor; onConfirmed: () => void; close: () => void };

/** The app is shown the secret, proves it with a code, and then the backup codes are shown once. */
export function TwoFactorDialog({ prepared, onConfirmed, close }: TwoFactorDialogProps) {
  const [isConfirmed, setConfirmed] = useState(false);
  const { isWarned, leave } = useWarnedLeave(isConfirmed, close);
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={isConfirmed ? "Two-factor is on" : "Connect your authenticator app"}
      description={
        isConfirmed
          ? "From now on, signing in asks for a code of your app."
          : "Scan this with the app, then type the code that it shows. Nothing changes before."
      }
    >
      {isConfirmed ? (
        <BackupCodes codes={prepared.backupCodes} isWarned={isWarned} close={close} />
      ) : (
        <ConfirmForm
          totpURI={prepared.totpURI}
          close={close}
          onConfirmed={() => {
            setConfirmed(true);
            onConfirmed();
          }}
        />
      )}
    </Dialog>
  );
}

type ConfirmFormProps = { totpURI: string; onConfirmed: () => void; close: () => void };

function ConfirmForm({ totpURI, onConfirmed, close }: ConfirmFormProps) {
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => confirmTwoFactor(code.replace(/\s/g, "")),
    onSuccess: onConfirmed,
    meta: { silent: true },
  });
  return (
    <DialogForm
      verb="Switch on"
      pending={confirm.isPending}
      blockedReason={code.trim() === "" ? "Type the code first." : undefined}
      onSubmit={() => confirm.mutate()}
      close={close}
    >
      <div className="flex flex-wrap items-start gap-4">
        <QrCode text={totpURI} label="QR code for your authenticator app" />
        <Secret secret={new URL(totpURI).searchParams.get("secret") ?? ""} />
      </div>
      <Field label="Code that the app shows">
        <Input
          size="form"
          mono
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      {confirm.isError ? <Notice tone="error" title={markHidden(confirm.error.message)} /> : null}
    </DialogForm>
  );
}

/** For apps without a camera: in groups of four, as people type it. */
function Secret({ secret }: { secret: string }) {
  const plain = secret.replaceAll("=", "");
  return (
    <div className="grid min-w-0 flex-1 basis-48 gap-2">
      <p className="text-ink-2">
        No camera? Type this key into the app instead. It is time-based, with six digits.
      </p>
      <p data-testid="totp-secret" className="font-mono text-12 [overflow-wrap:anywhere]">
        {plain.match(/.{1,4}/g)?.join(" ")}
      </p>
      <CopyButton text={plain} label="Copy the key" className="justify-self-start">
        Copy the key
      </CopyButton>
    </div>
  );
}
