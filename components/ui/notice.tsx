import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { shown } from "./shown-text";

const tones = {
  information: { icon: Info, frame: "border-line-strong bg-sunken", glyph: "text-ink-3" },
  warning: { icon: TriangleAlert, frame: "border-line-strong bg-warn-soft", glyph: "text-warn" },
  error: { icon: CircleAlert, frame: "border-line-strong bg-danger-soft", glyph: "text-danger" },
} as const;

type NoticeProps = {
  tone?: keyof typeof tones;
  title?: ReactNode;
  /** What to do next. */
  children?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
};

/** Something about this page that must not be missed. Errors are announced. */
export function Notice({ tone = "information", title, children, action, className }: NoticeProps) {
  const look = tones[tone];
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={classNames(
        "flex flex-wrap items-start gap-x-3 gap-y-2 rounded-2 border px-3 py-2.5",
        look.frame,
        className,
      )}
    >
      {/* Where the action leaves the words too little room, it stands below them. */}
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-x-3">
        <Icon of={look.icon} className={classNames("mt-0.5", look.glyph)} />
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {title ? <p className="font-medium">{shown(title)}</p> : null}
          {children ? <div className="text-ink-2">{shown(children)}</div> : null}
        </div>
      </div>
      {action}
    </div>
  );
}
