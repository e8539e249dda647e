"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import { useFocusReturn } from "./focus-return";

export const dialogScrim = "fixed inset-0 z-40 bg-scrim";
export const dialogFrame =
  "-translate-x-1/2 fixed top-[12vh] left-1/2 z-50 flex max-h-[80vh] w-[calc(100vw-32px)] flex-col overflow-hidden rounded-3 border border-line-strong bg-overlay shadow-overlay outline-none compact:top-2 compact:max-h-[calc(100vh-16px)]";

const widths = {
  small: "max-w-[420px]",
  medium: "max-w-[560px]",
  large: "max-w-[880px]",
  wide: "max-w-[1240px]",
} as const;

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  size?: keyof typeof widths;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  children?: ReactNode;
};

/** Takes the screen for one thing. Esc and a click outside close it; the focus returns to where it came from. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = "medium",
  footer,
  children,
}: DialogProps) {
  const focusReturn = useFocusReturn(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialogScrim} />
        <Radix.Content
          {...focusReturn}
          className={classNames(dialogFrame, widths[size])}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <div className="flex flex-none items-start gap-2 border-line border-b py-3 pr-3 pl-4">
            <div className="min-w-0 flex-1">
              <Radix.Title className="pt-0.5 text-16 tracking-[-0.01em]">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="text-ink-2">{description}</Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              {/* Without a tooltip: it would open with the focus, and take the first Esc for itself. */}
              <Button variant="ghost" size="icon" icon={X} aria-label="Close" />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-auto p-4">{children}</div>
          {footer ? <DialogFooter>{footer}</DialogFooter> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-none flex-wrap items-center justify-end gap-2 border-line border-t bg-sunken px-4 py-3">
      {children}
    </div>
  );
}
