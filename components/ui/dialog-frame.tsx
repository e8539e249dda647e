import type { ReactNode } from "react";
import { ShownText } from "./shown-text";

export const dialogScrim = "fixed inset-0 z-40 bg-scrim";
export const dialogFrame =
  "-translate-x-1/2 fixed top-[12vh] left-1/2 z-50 flex max-h-[80vh] w-[calc(100vw-32px)] flex-col overflow-hidden rounded-3 border border-line-strong bg-overlay shadow-overlay outline-none compact:top-2 compact:max-h-[calc(100vh-16px)]";

/** The same at the foot of what a dialog holds: always in sight, however far that goes down. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-4 -mb-4 sticky -bottom-4 z-1">
      <DialogFooter>{children}</DialogFooter>
    </div>
  );
}

/** Why the verb cannot be pressed yet, beside it. Its button says the same to readers. */
export function FootReason({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null;
  return (
    <p
      aria-hidden="true"
      className="mr-auto line-clamp-3 min-w-0 flex-1 basis-44 text-12 text-ink-3 [overflow-wrap:anywhere] compact:basis-full"
    >
      <ShownText text={reason} />
    </p>
  );
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-none flex-wrap items-center justify-end gap-2 border-line border-t bg-sunken px-4 py-3">
      {children}
    </div>
  );
}
