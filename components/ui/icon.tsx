import type { LucideIcon } from "lucide-react";
import { classNames } from "./class-names";

export type { LucideIcon };

type IconProps = { of: LucideIcon; size?: 13 | 14 | 15 | 16 | 20; className?: string | undefined };

/** A decoration: the words beside it, or the control's label, say what it means. */
export function Icon({ of: Glyph, size = 16, className }: IconProps) {
  return (
    <Glyph
      aria-hidden="true"
      width={size}
      height={size}
      strokeWidth={1.75}
      className={classNames("block flex-none", className)}
    />
  );
}
