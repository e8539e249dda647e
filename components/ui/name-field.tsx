"use client";

import type { ReactNode } from "react";
import { Field } from "./field";
import { Input } from "./input";

type NameFieldProps = {
  value: string;
  onValueChange: (name: string) => void;
  help?: ReactNode;
  error?: string | undefined;
  placeholder?: string;
};

/** Comes first in a dialog that makes or renames something, and has the focus there. Names have 60 characters at most. */
export function NameField({ value, onValueChange, help, error, placeholder }: NameFieldProps) {
  return (
    <Field label="Name" help={help} error={error}>
      <Input
        size="form"
        autoFocus
        autoComplete="off"
        maxLength={60}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onValueChange(target.value)}
      />
    </Field>
  );
}
