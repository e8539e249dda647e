"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { useFocusReturn } from "./focus-return";
import { useOnceTrue } from "./use-loaded";

export { DialogFoot, DialogFooter } from "./dialog-frame";

const DialogView = lazy(() => import("./dialog-view").then((module) => ({ default: module.DialogView })));

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence stands under the title. */
  description?: ReactNode;
  size?: "small" | "medium" | "large" | "wide";
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  children?: ReactNode;
};

/** Takes the screen for one thing. Esc and a click outside close it; the focus returns to where it came from. */
export function Dialog(props: DialogProps) {
  const focusReturn = useFocusReturn(props.open);
  const isWanted = useOnceTrue(props.open);
  return isWanted ? (
    <Suspense>
      <DialogView {...props} focusReturn={focusReturn} />
    </Suspense>
  ) : null;
}
