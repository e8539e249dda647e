"use client";

import type { FormEvent, ReactNode } from "react";
import { Button } from "./button";
import { DialogFoot, FootReason } from "./dialog-frame";
import type { LucideIcon } from "./icon";
import { useRefusalInSight } from "./use-refusal-in-sight";

type DialogFormProps = {
  /** What its button says that it does. */
  verb: ReactNode;
  icon?: LucideIcon;
  danger?: boolean;
  pending?: boolean;
  /** Why it cannot be sent yet, in words. */
  blockedReason?: string | undefined;
  /** Never while it is blocked or under way. */
  onSubmit: () => void;
  /** Cancels. */
  close: () => void;
  /** At the other end of the buttons. */
  aside?: ReactNode;
  /** It offers another way on, beside the verb. */
  instead?: ReactNode;
  /** Leaves it to the server what an address or a number must look like. */
  noValidate?: boolean;
  /** Fields come first; what went wrong stands below them. */
  children: ReactNode;
};

/** What a Dialog asks: its fields, and at its foot, always in sight, Cancel and the verb. */
export function DialogForm({
  verb,
  icon,
  danger = false,
  pending = false,
  blockedReason,
  onSubmit,
  close,
  aside,
  instead,
  noValidate = false,
  children,
}: DialogFormProps) {
  const form = useRefusalInSight(pending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (blockedReason === undefined && !pending) onSubmit();
  };
  return (
    <form ref={form} noValidate={noValidate} onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <DialogFoot>
        {aside ? <div className="mr-auto compact:basis-full">{aside}</div> : null}
        <FootReason reason={blockedReason} />
        <Button onClick={close}>Cancel</Button>
        {instead}
        <Button
          type="submit"
          variant={danger ? "danger" : "primary"}
          icon={icon}
          pending={pending}
          blockedReason={blockedReason}
        >
          {verb}
        </Button>
      </DialogFoot>
    </form>
  );
}
