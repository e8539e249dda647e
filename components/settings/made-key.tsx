"use client";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { CreatedKey } from "@/lib/auth/key-schema";

type MadeKeyProps = {
  made: CreatedKey;
  /** Somebody tried to leave once. */
  isWarned: boolean;
  close: () => void;
};

/** The key itself, once. */
export function MadeKey({ made, isWarned, close }: MadeKeyProps) {
  return (
    <div className="grid gap-3">
      <Notice tone="warning" title="This is the only time that the key is shown">
        Store it as a secret of the program now. Whoever has it acts as{" "}
        {made.isMachine ? made.person.name : "you"}.
      </Notice>
      <CodeBlock text={made.key} label="the key" copy={false} />
      <p role="status" className="text-ink-2 empty:hidden">
        {isWarned ? "Is it stored? Close once more, and nobody can see it again." : null}
      </p>
      <div className="-mx-4 -mb-4">
        <DialogFooter>
          <CopyButton text={made.key} label="Copy the key">
            Copy the key
          </CopyButton>
          <Button variant="primary" onClick={close}>
            I have stored it
          </Button>
        </DialogFooter>
      </div>
    </div>
  );
}
