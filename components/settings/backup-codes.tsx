"use client";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";

type BackupCodesProps = {
  codes: readonly string[];
  /** Somebody tried to leave once. */
  isWarned: boolean;
  close: () => void;
};

/** The codes for when the app is lost, once. */
export function BackupCodes({ codes, isWarned, close }: BackupCodesProps) {
  const text = codes.join("\n");
  return (
    <div className="grid gap-3">
      <Notice tone="warning" title="This is the only time that these codes are shown">
        Each lets you in once when you do not have your app. Keep them where you keep passwords.
      </Notice>
      <CodeBlock text={text} label="the backup codes" copy={false} />
      <p role="status" className="text-ink-2 empty:hidden">
        {isWarned ? "Are they stored? Close once more, and nobody can see them again." : null}
      </p>
      <div className="-mx-4 -mb-4">
        <DialogFooter>
          <CopyButton text={text} label="Copy the codes">
            Copy the codes
          </CopyButton>
          <Button variant="primary" onClick={close}>
            I have stored them
          </Button>
        </DialogFooter>
      </div>
    </div>
  );
}
