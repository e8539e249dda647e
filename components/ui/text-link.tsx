import Link from "next/link";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";

const look =
  "text-ink-2 underline decoration-line-control underline-offset-3 hover:text-accent-text hover:decoration-current";

/** A link inside words. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={classNames(look, className)} />;
}

/** Looks like a link, does something here: "Edit", "Undo". */
export function TextButton({ className, ...rest }: ComponentProps<"button">) {
  return <button type="button" {...rest} className={classNames(look, "min-h-6", className)} />;
}
