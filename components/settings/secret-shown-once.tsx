"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";

/** Ends a dialog; while something is shown in it once, a stray Esc or click beside it only warns. */
export function useWarnedLeave(isShown: boolean, close: () => void) {
  const [isWarned, setWarned] = useState(false);
  const leave = () => (!isShown || isWarned ? close() : setWarned(true));
  return { isWarned, leave };
}

type SecretShownOnceProps = {
  title: string;
  /** What to do with it now, and why. */
  children: ReactNode;
  text: string;
  /** Names the text, for readers. */
  label: string;
  copy: string;
  done: string;
  /** To whoever tried to leave once; null until then. */
  warning: string | null;
  close: () => void;
};

/** What nobody can see again: the text itself, a way to take it along, and a word to whoever leaves too early. */
export function SecretShownOnce({
  title,
  children,
  text,
  label,
  copy,
  done,
  warning,
  close,
}: SecretShownOnceProps) {
  return (
    <div className="grid gap-3">
      <Notice tone="warning" title={title}>
        {children}
      </Notice>
      <CodeBlock text={text} label={label} copy={false} />
      <p role="status" className="text-ink-2 empty:hidden">
        <ShownText text={warning ?? ""} />
      </p>
      <div className="-mx-4 -mb-4">
        <DialogFooter>
          <CopyButton text={text} label={copy}>
            {copy}
          </CopyButton>
          <Button variant="primary" onClick={close}>
            {done}
          </Button>
        </DialogFooter>
      </div>
    </div>
  );
}
