"use client";

import { AlertDialog as Radix } from "radix-ui";
import { type FormEvent, useState } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import type { ConfirmDialogProps } from "./confirm-dialog";
import { DialogFooter, dialogFrame, dialogScrim } from "./dialog-frame";
import { Field } from "./field";
import type { FocusReturn } from "./focus-return";
import { Input } from "./input";
import { ShownText, shown } from "./shown-text";

type ConfirmDialogViewProps = ConfirmDialogProps & { focusReturn: FocusReturn };

/** What ConfirmDialog loads when it is opened. */
export function ConfirmDialogView({ open, onOpenChange, focusReturn, ...rest }: ConfirmDialogViewProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialogScrim} />
        <Radix.Content {...focusReturn} className={classNames(dialogFrame, "max-w-[480px]")}>
          <ConfirmForm {...rest} close={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type ConfirmFormProps = Omit<ConfirmDialogProps, "open" | "onOpenChange"> & { close: () => void };

function ConfirmForm({
  title,
  description,
  confirmLabel,
  danger = false,
  typeToConfirm,
  onConfirm,
  children,
  close,
}: ConfirmFormProps) {
  const [typed, setTyped] = useState("");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const missing = typeToConfirm !== undefined && typed !== typeToConfirm;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (missing || pending) return;
    setPending(true);
    setError(undefined);
    try {
      await onConfirm();
      close();
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : "It did not work. Nothing was changed.");
      setPending(false);
    }
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="grid min-h-0 flex-1 gap-3 overflow-auto p-4">
        <div>
          <Radix.Title className="text-16 tracking-[-0.01em]">{shown(title)}</Radix.Title>
          <Radix.Description className="mt-1 text-ink-2">{shown(description)}</Radix.Description>
        </div>
        {children}
        {typeToConfirm === undefined ? null : (
          <Field
            label={
              <>
                Type <code className="text-13">{typeToConfirm}</code> to confirm
              </>
            }
          >
            <Input
              size="form"
              mono
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
        <p role="alert" className="text-danger empty:hidden">
          <ShownText text={error ?? ""} />
        </p>
      </div>
      <DialogFooter>
        <Radix.Cancel asChild>
          <Button>Cancel</Button>
        </Radix.Cancel>
        <Button
          type="submit"
          variant={danger ? "danger" : "primary"}
          pending={pending}
          blockedReason={missing ? `Type ${typeToConfirm} first.` : undefined}
          // A name in it may be long.
          className="h-auto min-h-ctl max-w-full whitespace-normal py-[3px]"
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
