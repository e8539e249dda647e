"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { Button } from "./button";
import { classNames } from "./class-names";
import type { DialogProps } from "./dialog";
import { DialogFooter, dialogFrame, dialogScrim } from "./dialog-frame";
import type { FocusReturn } from "./focus-return";
import { shown } from "./shown-text";

const widths = {
  small: "max-w-[420px]",
  medium: "max-w-[560px]",
  large: "max-w-[880px]",
  wide: "max-w-[1240px]",
} as const satisfies Record<NonNullable<DialogProps["size"]>, string>;

/** Into the first field, where there is one: Radix would take the button that closes. A field with autoFocus has it already. */
function toFirstField(event: Event): void {
  const content = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const field = content?.querySelector<HTMLElement>(
    ":is(input:not([type=hidden], [type=file], [hidden]), select, textarea):not(:disabled)",
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
}

type DialogViewProps = DialogProps & { focusReturn: FocusReturn };

/** What Dialog loads when it is opened. */
export function DialogView({
  open,
  onOpenChange,
  title,
  description,
  size = "medium",
  footer,
  children,
  focusReturn,
}: DialogViewProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialogScrim} />
        <Radix.Content
          {...focusReturn}
          onOpenAutoFocus={toFirstField}
          className={classNames(dialogFrame, widths[size])}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <div className="flex flex-none items-start gap-2 border-line border-b py-3 pr-3 pl-4">
            <div className="min-w-0 flex-1">
              <Radix.Title className="pt-0.5 text-16 tracking-[-0.01em]">{shown(title)}</Radix.Title>
              {description ? (
                <Radix.Description className="text-ink-2">{shown(description)}</Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              {/* Without a tooltip: it would open with the focus, and take the first Esc for itself. */}
              <Button variant="ghost" size="icon" icon={X} aria-label="Close" />
            </Radix.Close>
          </div>
          {/* What gets the focus is not scrolled to behind the foot of a DialogForm. */}
          <div className="min-h-0 flex-1 scroll-pb-16 overflow-auto p-4">{children}</div>
          {footer ? <DialogFooter>{footer}</DialogFooter> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
