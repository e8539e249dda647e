"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { useLoaded } from "@/components/ui/use-loaded";
import { client, unwrap } from "@/lib/api/client";
import { workspaceSlugFrom } from "@/lib/auth/workspace-slug-from";
import { DoorTitle } from "./door";
import { NewPassword } from "./new-password";
import { Refusal } from "./refusal";

type ClaimFormProps = { token: string; expiresAt: string | null; onName: (name: string) => void };
type Entry = { name: string; email: string; password: string; workspaceName: string };

const loadClaimSchema = () => import("@/lib/auth/schema").then((schemas) => schemas.claimInstanceSchema);
type ClaimSchema = Awaited<ReturnType<typeof loadClaimSchema>>;

/** The first problem of each field, by its name; none before the rules are loaded. */
function problemsOf(
  schema: ClaimSchema | null,
  entry: Entry,
  token: string,
): Partial<Record<string, string>> {
  const parsed = schema?.safeParse({ ...entry, token });
  if (!parsed?.error) return {};
  return Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [String(path[0]), message]).reverse(),
  );
}

export function ClaimForm({ token, expiresAt, onName }: ClaimFormProps) {
  const [entry, setEntry] = useState<Entry>({ name: "", email: "", password: "", workspaceName: "" });
  const [tried, setTried] = useState(false);
  const schema = useLoaded(loadClaimSchema);
  const claim = useMutation({
    mutationFn: () => unwrap(client.workspaces.setup.claim.$post({ json: { ...entry, token } })),
    onSuccess: ({ slug }) => window.location.assign(`/w/${slug}/skills`),
    meta: { silent: true },
  });
  const problems = tried ? problemsOf(schema, entry, token) : {};
  const set = (change: Partial<Entry>) => setEntry((before) => ({ ...before, ...change }));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = event.currentTarget.elements;
    setTried(true);
    // Whoever is faster than the rules waits for them; without them the server has the last word.
    const schema = await loadClaimSchema().catch(() => null);
    const wrong = Object.keys(problemsOf(schema, entry, token));
    if (wrong.length === 0) return claim.mutate();
    const inputs = [...fields].filter((field) => field instanceof HTMLInputElement);
    inputs.find(({ name }) => wrong.includes(name))?.focus();
  };
  return (
    <form noValidate onSubmit={submit}>
      <DoorTitle title="Claim this instance">
        You become its operator and the owner of the first workspace. This link works once
        {expiresAt ? (
          <>
            {" "}
            and expires <Expiry at={expiresAt} />
          </>
        ) : null}
        .
      </DoorTitle>
      <div className="grid gap-4">
        <Field label="Your name" error={problems.name}>
          <Input
            size="form"
            name="name"
            autoComplete="name"
            value={entry.name}
            onChange={(event) => {
              set({ name: event.target.value });
              onName(event.target.value);
            }}
          />
        </Field>
        <Field label="E-mail" error={problems.email}>
          <Input
            size="form"
            name="email"
            type="email"
            autoComplete="username"
            value={entry.email}
            onChange={(event) => set({ email: event.target.value })}
          />
        </Field>
        <NewPassword
          label="Password"
          value={entry.password}
          error={problems.password}
          onChange={(password) => set({ password })}
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
