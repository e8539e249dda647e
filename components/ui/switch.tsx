"use client";

import { Switch as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";

type SwitchProps = Omit<ComponentProps<typeof Radix.Root>, "children" | "asChild">;

/** Turns something on or off at once. Name it with `aria-label`, or put it in a <label>. */
export function Switch({ className, ...rest }: SwitchProps) {
  return (
    <Radix.Root
      {...rest}
      className={classNames(
        "group inline-grid h-ctl w-10 flex-none place-items-center disabled:opacity-50",
        className,
      )}
    >
      <span className="relative block h-[18px] w-[30px] rounded-full border border-line-control bg-bg transition-colors duration-fast group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent">
        <Radix.Thumb className="absolute top-0.5 left-0.5 block size-3 rounded-full bg-line-control transition-transform duration-fast data-[state=checked]:translate-x-3 data-[state=checked]:bg-accent-on" />
      </span>
    </Radix.Root>
  );
}
