"use client";

import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { classNames } from "./class-names";
import { useFieldControl } from "./field";
import { Icon, type LucideIcon } from "./icon";

const frame =
  "border border-line-control bg-bg focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus has-[[aria-invalid=true]]:border-danger has-[input:read-only]:border-line-strong has-[input:read-only]:bg-sunken";

type InputProps = Omit<ComponentProps<"input">, "size"> & {
  /** `bar` is 28 px high, for filter bars and panes; `form` 36 px, for forms. */
  size?: "bar" | "form";
  icon?: LucideIcon | undefined;
  /** Holds a unit, a key or a small button at the right. */
  end?: ReactNode;
  mono?: boolean;
};

/** Code and names are no words: nothing is completed or found misspelt in them. */
const forCode = { autoComplete: "off", spellCheck: false };

/** `className` styles the frame. Give it a Field, or an `aria-label`. */
export function Input({ size = "bar", icon, end, mono = false, className, ...rest }: InputProps) {
  const control = useFieldControl(rest);
  return (
    <span
      className={classNames(
        "flex min-w-0 items-center gap-1.5 rounded-2",
        frame,
        size === "form" ? "h-field px-2.5" : "h-ctl px-2",
        className,
      )}
    >
      {icon ? <Icon of={icon} size={14} className="text-ink-3" /> : null}
      <input
        {...(mono ? forCode : {})}
        {...rest}
        {...control}
        className={classNames(
          "h-full w-full min-w-0 bg-transparent outline-none",
          mono && "font-mono text-12",
        )}
      />
      {end}
    </span>
  );
}

type TextareaProps = ComponentProps<"textarea"> & { mono?: boolean };

/** Cmd or Ctrl with Enter sends its form, as Enter does in an Input. */
export function Textarea({ mono = false, className, onKeyDown, ...rest }: TextareaProps) {
  const control = useFieldControl(rest);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onKeyDown?.(event);
    const { form } = event.currentTarget;
    if (event.defaultPrevented || event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || !form) return;
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
    if (button) button.click();
    else form.requestSubmit();
  };
  return (
    <textarea
      rows={4}
      {...(mono ? forCode : {})}
      {...rest}
      {...control}
      onKeyDown={press}
      className={classNames(
        "block w-full min-w-0 rounded-2 border border-line-control bg-bg px-2.5 py-2 focus-visible:rounded-2 focus-visible:outline-offset-1 aria-invalid:border-danger read-only:border-line-strong read-only:bg-sunken",
        mono && "font-mono text-12",
        className,
      )}
    />
  );
}
