"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NewPassword } from "./new-password";

/** Who somebody new is, and how they will sign in. */
export type Account = { name: string; email: string; password: string };

type AccountFieldsProps = {
  account: Account;
  onChange: (change: Partial<Account>) => void;
  /** What is wrong, by the field's name. */
  problems: Partial<Record<string, string>>;
  emailHelp?: string | undefined;
};

export function AccountFields({ account, onChange, problems, emailHelp }: AccountFieldsProps) {
  return (
    <>
      <Field label="Your name" error={problems.name}>
        <Input
          size="form"
          name="name"
          autoComplete="name"
          autoFocus
          value={account.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <Field label="E-mail" error={problems.email} help={emailHelp}>
        <Input
          size="form"
          name="email"
          type="email"
          autoComplete="username"
          value={account.email}
          onChange={({ target }) => onChange({ email: target.value })}
        />
      </Field>
      <NewPassword
        label="Password"
        value={account.password}
        error={problems.password}
        onChange={(password) => onChange({ password })}
      />
    </>
  );
}
