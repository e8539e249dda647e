"use client";

import { CircleAlert, CircleCheck, Info, LoaderCircle, TriangleAlert } from "lucide-react";
import { Toaster as Sonner, toast as show } from "sonner";
import { Icon } from "./icon";

export { show };

/** What toaster.tsx loads after the first paint. */
export function ToasterView() {
  return (
    <Sonner
      position="bottom-right"
      closeButton
      gap={8}
      style={{ fontFamily: "inherit" }}
      icons={{
        success: <Icon of={CircleCheck} className="text-ink-3" />,
        info: <Icon of={Info} className="text-ink-3" />,
        warning: <Icon of={TriangleAlert} className="text-warn" />,
        error: <Icon of={CircleAlert} className="text-danger" />,
        loading: <Icon of={LoaderCircle} className="animate-spin text-ink-3" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-[360px] max-w-[calc(100vw-32px)] items-start gap-2 rounded-3 border border-line-strong bg-overlay p-3 text-13 text-ink shadow-overlay",
          icon: "mt-0.5 flex-none",
          content: "min-w-0 flex-1",
          title: "font-medium",
          description: "text-ink-2",
          actionButton:
            "inline-flex h-6 flex-none items-center rounded-2 border border-line-strong px-2 font-medium text-12 hover:bg-hover",
          cancelButton:
            "inline-flex h-6 flex-none items-center rounded-2 px-2 text-12 text-ink-2 hover:bg-hover",
          closeButton:
            "order-last grid size-6 flex-none place-items-center rounded-2 text-ink-3 hover:bg-hover [&_svg]:size-3.5",
        },
      }}
    />
  );
}
