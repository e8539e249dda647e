"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { useFieldControl } from "./field";
import { Icon } from "./icon";

type SelectProps = Omit<ComponentProps<"select">, "size"> & { size?: "bar" | "form" };

/** The platform's own list, so that it works with every keyboard, reader and phone. Children are <option>s. */
export function Select({ size = "bar", className, children, ...rest }: SelectProps) {
  const control = useFieldControl(rest);
  return (
    <span className={classNames("relative inline-flex min-w-0", className)}>
      <select
        {...rest}
        {...control}
        className={classNames(
          "w-full max-w-full appearance-none text-ellipsis rounded-2 border border-line-strong bg-bg pr-7 hover:bg-hover focus-visible:rounded-2 focus-visible:outline-offset-1 aria-invalid:border-danger",
          size === "form" ? "h-field pl-2.5" : "h-ctl pl-2",
        )}
      >
        {children}
      </select>
      <Icon
        of={ChevronDown}
        size={14}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2 text-ink-3"
      />
    </span>
  );
}
