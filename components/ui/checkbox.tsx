"use client";

import { Check, Minus } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "children"> & {
  /** They stand beside it. Without them give an `aria-label`. */
  label?: ReactNode;
  help?: ReactNode;
  /** Some, not all, of what it stands for. */
  indeterminate?: boolean;
};

/** The native checkbox has a target of 24 px. `className` styles the whole. */
export function Checkbox({ label, help, indeterminate = false, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const Frame = label ? "label" : "span";
  return (
    <Frame className={classNames("inline-flex min-h-6 items-start gap-1.5", className)}>
      <span className="relative grid size-6 flex-none place-items-center">
        <input
          {...rest}
          ref={input}
          type="checkbox"
          className="peer absolute inset-[5px] appearance-none rounded-[3px] border border-line-control bg-bg checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent focus-visible:rounded-[3px] disabled:opacity-50"
        />
        <Icon
          of={indeterminate ? Minus : Check}
          size={13}
          className="pointer-events-none relative hidden text-accent-on peer-checked:block peer-indeterminate:block"
        />
        {/* The whole 24 px square is the target, not only the box. */}
        {label ? null : <span aria-hidden="true" className="pointer-events-none absolute inset-0" />}
      </span>
      {label ? (
        <span className="pt-0.5">
          {label}
          {help ? <span className="block text-12 text-ink-3">{help}</span> : null}
        </span>
      ) : null}
    </Frame>
  );
}
