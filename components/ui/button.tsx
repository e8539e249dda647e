"use client";

import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle, Lock } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from "react";
import { classNames } from "./class-names";
import { Icon, type LucideIcon } from "./icon";
import { Kbd } from "./kbd";
import { Tooltip } from "./tooltip";

const look = cva(
  "inline-flex flex-none select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-2 border font-medium focus-visible:rounded-2",
  {
    variants: {
      variant: {
        default: "border-line-strong bg-bg text-ink hover:bg-hover [&_svg]:text-ink-3",
        primary: "border-accent bg-accent text-accent-on hover:border-accent-hover hover:bg-accent-hover",
        ghost:
          "border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink [&_svg]:text-ink-3",
        danger: "border-line-strong bg-bg text-danger hover:border-danger hover:bg-danger-soft",
      },
      size: {
        default: "h-ctl px-2.5",
        small: "h-6 px-2 text-12",
        large: "h-field px-3.5",
        icon: "size-ctl p-0",
        "icon-small": "size-6 p-0",
      },
      blocked: {
        true: "cursor-not-allowed border-dashed border-line-strong bg-hover text-ink-3 hover:border-line-strong hover:bg-hover hover:text-ink-3 [&_svg]:text-ink-3",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

type Look = Pick<VariantProps<typeof look>, "variant" | "size">;
type Parts = { icon?: LucideIcon | undefined; shortcut?: string | undefined; children?: ReactNode };

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> &
  Look &
  Parts & {
    /** Why it cannot be pressed now, in words. The button stays focusable and says it. */
    blockedReason?: string | undefined;
    /** Which right the person lacks, in words: blocked like any other, and the only case that wears a padlock. */
    missingRight?: string | undefined;
    /** Its work is under way: presses are ignored. */
    pending?: boolean | undefined;
  };

/** Never `disabled`: a button that cannot be pressed says why. */
export function Button({
  variant,
  size,
  icon,
  shortcut,
  blockedReason,
  missingRight,
  pending = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const reason = missingRight ?? blockedReason;
  const blocked = reason !== undefined;
  const inert = blocked || pending;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault();
    else onClick?.(event);
  };
  const describedBy = [rest["aria-describedby"], blocked ? reasonId : null].filter(Boolean).join(" ");
  const button = (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={inert || undefined}
      aria-busy={pending || undefined}
      aria-describedby={describedBy || undefined}
      className={classNames(look({ variant, size, blocked }), pending && "cursor-progress", className)}
    >
      <Glyph icon={missingRight === undefined ? icon : Lock} pending={pending} />
      {children}
      {shortcut && !blocked ? <Shortcut of={shortcut} onAccent={variant === "primary"} /> : null}
    </button>
  );
  if (!blocked) return button;
  return (
    <>
      <Tooltip content={reason} saidAlready>
        {button}
      </Tooltip>
      <span id={reasonId} hidden>
        {reason}
      </span>
    </>
  );
}

function Glyph({ icon, pending }: { icon: LucideIcon | undefined; pending: boolean }) {
  if (pending) return <Icon of={LoaderCircle} className="animate-spin" />;
  return icon ? <Icon of={icon} /> : null;
}

function Shortcut({ of, onAccent }: { of: string; onAccent: boolean }) {
  return (
    <span aria-hidden="true" className="compact:hidden">
      <Kbd className={onAccent ? "border-accent-on/40 bg-transparent text-current" : undefined}>{of}</Kbd>
    </span>
  );
}

type IconButtonProps = Omit<ButtonProps, "children" | "icon" | "size"> & {
  icon: LucideIcon;
  /** Its name, also shown on hover. */
  label: string;
  size?: "icon" | "icon-small";
  /** Where its name is shown: `left` in a column of buttons, so that it never lies over the next row's. */
  side?: "left" | "bottom";
};

export function IconButton({
  icon,
  label,
  size = "icon",
  variant = "ghost",
  side,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip
      content={label}
      side={side ?? "bottom"}
      enabled={rest.blockedReason === undefined && rest.missingRight === undefined}
    >
      <Button {...rest} variant={variant} size={size} icon={icon} aria-label={label} />
    </Tooltip>
  );
}

type ButtonLinkProps = ComponentProps<typeof Link> & Look & Parts;

/** Looks like a button, goes somewhere. */
export function ButtonLink({ variant, size, icon, shortcut, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classNames(look({ variant, size }), className)}>
      {icon ? <Icon of={icon} /> : null}
      {children}
      {shortcut ? <Shortcut of={shortcut} onAccent={variant === "primary"} /> : null}
    </Link>
  );
}
