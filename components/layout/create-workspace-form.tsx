"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { skillsPath } from "@/components/data/skill-paths";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { useProblem } from "@/components/ui/use-loaded";
import { client, unwrap } from "@/lib/api/client";
import { workspaceSlugFrom } from "@/lib/auth/workspace-slug-from";
import { markHidden } from "@/lib/kernel/mark-hidden";

const loadNameSchema = () => import("@/lib/auth/schema").then((schemas) => schemas.workspaceNameSchema);

/** A new workspace; goes there when it is made. */
export function CreateWorkspaceForm() {
  const [name, setName] = useState("");
  const [withExamples, setWithExamples] = useState(true);
  const [tried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: () => unwrap(client.workspaces.workspaces.$post({ json: { name, withExamples } })),
    // A full load: the session's list of workspaces has changed.
    onSuccess: ({ slug }) => window.location.assign(skillsPath(slug)),
    meta: { silent: true },
  });
  const problem = useProblem(loadNameSchema, name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === undefined) create.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label="Name"
        error={tried ? problem : undefined}
        help={
          <>
            In every address:{" "}
            <span className="font-mono">/w/{name.trim() === "" ? "…" : workspaceSlugFrom(name)}</span>
          </>
        }
      >
        <Input
          size="form"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Checkbox
        label="Start with examples"
        help="Three skills, one agent that has them, and a first message."
        checked={withExamples}
        onChange={(event) => setWithExamples(event.target.checked)}
      />
      {create.isError ? <Notice tone="error" title={markHidden(create.error.message)} /> : null}
      <div>
        <Button type="submit" variant="primary" size="large" pending={create.isPending || create.isSuccess}>
          Create workspace
        </Button>
      </div>
    </form>
  );
}
