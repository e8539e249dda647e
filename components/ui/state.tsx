import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon, type LucideIcon } from "./icon";

const tones = {
  neutral: "[&_svg]:text-ink-3",
  warning: "text-warn",
  error: "text-danger",
} as const;

type StateProps = {
  icon: LucideIcon;
  /** Only problems get colour: published and met are neutral. */
  tone?: keyof typeof tones;
  className?: string | undefined;
  children: ReactNode;
};

/** How something stands: icon and word, never colour alone. Its word stands on the line of the text around it. */
export function State({ icon, tone = "neutral", className, children }: StateProps) {
  return (
    <span
      className={classNames(
        "inline-flex items-baseline gap-1.5 whitespace-nowrap [&>svg]:self-center",
        tones[tone],
        className,
      )}
    >
      <Icon of={icon} size={14} />
      {children}
    </span>
  );
}
