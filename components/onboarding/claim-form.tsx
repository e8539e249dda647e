"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { firstMessagePath } from "@/components/data/playground-paths";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { client, unwrap } from "@/lib/api/client";
import { workspaceSlugFrom } from "@/lib/auth/workspace-slug-from";
import { type Account, AccountFields } from "./account-fields";
import { Refusal } from "./refusal";
import { SignedOutTitle } from "./signed-out-frame";
import { useCheckedForm } from "./use-checked-form";

type ClaimFormProps = { token: string; expiresAt: string | null; onName: (name: string) => void };
type Entry = Account & { workspaceName: string };

const loadClaimSchema = () => import("@/lib/auth/schema").then((schemas) => schemas.claimInstanceSchema);

export function ClaimForm({ token, expiresAt, onName }: ClaimFormProps) {
  const [entry, setEntry] = useState<Entry>({ name: "", email: "", password: "", workspaceName: "" });
  const claim = useMutation({
    mutationFn: () => unwrap(client.workspaces.setup.claim.$post({ json: { ...entry, token } })),
    onSuccess: ({ slug }) => window.location.assign(firstMessagePath(slug)),
    meta: { silent: true },
  });
  const { problems, submit } = useCheckedForm(loadClaimSchema, { ...entry, token }, claim.mutate);
  const set = (change: Partial<Entry>) => setEntry((before) => ({ ...before, ...change }));
  return (
    <form noValidate onSubmit={submit}>
      <SignedOutTitle title="Claim this instance">
        You become its operator and the owner of the first workspace. This link works once
        {expiresAt ? (
          <>
            {" "}
            and expires <Expiry at={expiresAt} />
          </>
        ) : null}
        .
      </SignedOutTitle>
      <div className="grid gap-4">
        <AccountFields
          account={entry}
          onChange={(change) => {
            set(change);
            if (change.name !== undefined) onName(change.name);
          }}
          problems={problems}
        />
        <WorkspaceName
          value={entry.workspaceName}
          error={problems.workspaceName}
          onChange={(workspaceName) => set({ workspaceName })}
        />
        {claim.isError ? <Refusal error={claim.error} /> : null}
        <Button type="submit" variant="primary" size="large" pending={claim.isPending} className="mt-1">
          {entry.workspaceName.trim()
            ? `Claim and open ${entry.workspaceName.trim()}`
            : "Claim this instance"}
        </Button>
        <p className="text-12 text-ink-3">Until others are let in, everything but sign-in is closed.</p>
      </div>
    </form>
  );
}

function Expiry({ at }: { at: string }) {
  const today = new Date(at).toDateString() === new Date().toDateString();
  return (
    <>
      {today ? "at " : "tomorrow at "}
      <RelativeTime at={at} as="clock" />
    </>
  );
}

type WorkspaceNameProps = { value: string; error: string | undefined; onChange: (value: string) => void };

/** The name, and the address it will get. */
function WorkspaceName({ value, error, onChange }: WorkspaceNameProps) {
  const host = typeof window === "undefined" ? "" : window.location.host;
  return (
    <Field
      label="Workspace"
      error={error}
      help={
        <>
          In every address:{" "}
          <span className="font-mono">
            {host}/w/{value.trim() === "" ? "…" : workspaceSlugFrom(value)}
          </span>
        </>
      }
    >
      <Input
        size="form"
        name="workspaceName"
        autoComplete="organization"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
