"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { useFocusReturn } from "./focus-return";
import { useOnceTrue } from "./use-loaded";

const ConfirmDialogView = lazy(() =>
  import("./confirm-dialog-view").then((module) => ({ default: module.ConfirmDialogView })),
);

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, and what will not. */
  description: ReactNode;
  /** The verb: "Delete release-notes". */
  confirmLabel: string;
  danger?: boolean;
  /** Must be typed before the verb can be pressed. */
  typeToConfirm?: string | undefined;
  /** Stays open until it settles; an error is shown here. */
  onConfirm: () => unknown;
  children?: ReactNode;
};

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const focusReturn = useFocusReturn(props.open);
  const isWanted = useOnceTrue(props.open);
  return isWanted ? (
    <Suspense>
      <ConfirmDialogView {...props} focusReturn={focusReturn} />
    </Suspense>
  ) : null;
}
