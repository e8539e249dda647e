"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toaster";
import { useProblem } from "@/components/ui/use-loaded";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { changePassword } from "./account-requests";

const loadPasswordSchema = () => import("@/lib/auth/schema").then((schemas) => schemas.passwordSchema);
const empty = { currentPassword: "", newPassword: "" };

export function PasswordForm() {
  const [entry, setEntry] = useState(empty);
  const [tried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      setEntry(empty);
      setTried(false);
      toast.success("Password changed", { description: "You are signed out everywhere else." });
    },
    meta: { silent: true },
  });
  const problem = useProblem(loadPasswordSchema, entry.newPassword);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === undefined && entry.currentPassword !== "") change.mutate(entry);
  };
  const length = Array.from(entry.newPassword).length;
  return (
    <form noValidate onSubmit={submit} className="grid justify-items-start gap-3">
      <Field
        label="Current password"
        className="w-full"
        error={tried && entry.currentPassword === "" ? "Type the password you sign in with now." : undefined}
      >
        <Input
          size="form"
          type="password"
          autoComplete="current-password"
          value={entry.currentPassword}
          onChange={(event) => setEntry({ ...entry, currentPassword: event.target.value })}
        />
      </Field>
      <Field
        label="New password"
        className="w-full"
        error={tried ? problem : undefined}
        help={`${length === 0 ? "" : `${formatCount(length, "character")}. `}At least 12, any characters.`}
      >
        <Input
          size="form"
          type="password"
          autoComplete="new-password"
          value={entry.newPassword}
          onChange={(event) => setEntry({ ...entry, newPassword: event.target.value })}
        />
      </Field>
      {change.isError ? (
        <Notice tone="error" title={markHidden(change.error.message)} className="w-full" />
      ) : null}
      <Button type="submit" pending={change.isPending}>
        Change password
      </Button>
    </form>
  );
}
