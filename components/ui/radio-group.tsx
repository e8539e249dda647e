"use client";

import { type ReactNode, useId } from "react";
import { classNames } from "./class-names";
import { ShownText } from "./shown-text";

export type RadioOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
};

type RadioGroupProps<Value extends string> = {
  legend: string;
  /** Keeps the legend for readers only, where a heading says it already. */
  hideLegend?: boolean;
  options: readonly RadioOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  orientation?: "vertical" | "horizontal";
  className?: string | undefined;
};

/** Offers one of a few, all of them visible. */
export function RadioGroup<Value extends string>({
  legend,
  hideLegend = false,
  options,
  value,
  onValueChange,
  orientation = "vertical",
  className,
}: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className={hideLegend ? "sr-only" : "mb-1 font-medium"}>
        <ShownText text={legend} />
      </legend>
      <div
        className={classNames("flex gap-1", orientation === "vertical" ? "flex-col" : "flex-wrap gap-x-4")}
      >
        {options.map((option) => (
          <label key={option.value} className="flex min-h-6 items-start gap-1.5 has-[:disabled]:text-ink-3">
            <span className="relative grid size-6 flex-none place-items-center">
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                disabled={option.disabled}
                onChange={() => onValueChange(option.value)}
                className="size-3.5 appearance-none rounded-full border border-line-control bg-bg checked:border-4 checked:border-accent focus-visible:rounded-full"
              />
            </span>
            <span className="pt-0.5">
              {option.label}
              {option.help ? <span className="block text-12 text-ink-3">{option.help}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
