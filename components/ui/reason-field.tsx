"use client";

import { Field } from "./field";
import { Textarea } from "./input";

/** The API takes no shorter one, blanks aside. */
const shortestReason = 3;

export const isReason = (text: string): boolean => text.trim().length >= shortestReason;

type ReasonFieldProps = {
  label?: string;
  help: string;
  value: string;
  onValueChange: (reason: string) => void;
  autoFocus?: boolean;
  rows?: number;
};

/** Asks why something is done that others will want to understand later. */
export function ReasonField({ label = "Reason", onValueChange, help, ...rest }: ReasonFieldProps) {
  return (
    <Field label={label} help={help}>
      <Textarea {...rest} onChange={({ target }) => onValueChange(target.value)} maxLength={1_000} />
    </Field>
  );
}
