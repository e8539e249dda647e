"use client";

import { SecretShownOnce } from "../secret-shown-once";

type BackupCodesProps = { codes: readonly string[]; isWarned: boolean; close: () => void };

/** The codes for when the app is lost, once. */
export function BackupCodes({ codes, isWarned, close }: BackupCodesProps) {
  return (
    <SecretShownOnce
      title="This is the only time that these codes are shown"
      text={codes.join("\n")}
      label="the backup codes"
      copy="Copy the codes"
      done="I have stored them"
      warning={isWarned ? "Are they stored? Close once more, and nobody can see them again." : null}
      close={close}
    >
      Each lets you in once when you do not have your app. Keep them where you keep passwords.
    </SecretShownOnce>
  );
}
