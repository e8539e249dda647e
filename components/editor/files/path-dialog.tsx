"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { ShownText } from "@/components/ui/shown-text";
import type { Result } from "@/lib/kernel/result";

type PathDialogProps = {
  title: string;
  description?: string;
  label: string;
  initial: string;
  confirmLabel: string;
  /** Where what is typed goes; without it, what is typed is the whole path. */
  place?: (typed: string) => string;
  /** The clean path, or a sentence that says why not. */
  check: (path: string) => Result<string, string>;
  onConfirm: (path: string) => void;
  close: () => void;
};

/** Asks for a path inside the package; folders are part of it. */
export function PathDialog({
  title,
  description,
  label,
  initial,
  confirmLabel,
  place = (typed) => typed,
  check,
  onConfirm,
  close,
}: PathDialogProps) {
  const [path, setPath] = useState(initial);
  const [wasTouched, setTouched] = useState(false);
  const placed = place(path);
  const checked = check(placed);
  const isUnchanged = path === initial && initial !== "" && !initial.endsWith("/");
  const reason = checked.ok ? undefined : checked.error;
  const confirm = () => {
    if (!checked.ok) return;
    onConfirm(checked.value);
    close();
  };
  return (
    <FormDialog
      size="small"
      title={title}
      description={description}
      verb={confirmLabel}
      blockedReason={reason ?? (isUnchanged ? "The path is the same as before." : undefined)}
      onSubmit={confirm}
      close={close}
    >
      <Field
        label={label}
        error={wasTouched ? reason : undefined}
        help={placed === path ? "Use / for folders." : <Placed path={placed} />}
      >
        <Input
          size="form"
          mono
          autoFocus
          value={path}
          onFocus={selectName}
          onChange={(event) => {
            setPath(event.target.value);
            setTouched(true);
          }}
        />
      </Field>
    </FormDialog>
  );
}

/** Said while it is typed: a name alone goes into the open folder. */
function Placed({ path }: { path: string }) {
  return (
    <>
      Goes to{" "}
      <code>
        <ShownText text={path} />
      </code>
      . A path with / counts from the top.
    </>
  );
}

/** Selects the file's name without its extension: what a rename usually changes. */
function selectName({ currentTarget }: { currentTarget: HTMLInputElement }) {
  const { value } = currentTarget;
  const start = value.lastIndexOf("/") + 1;
  const dot = value.lastIndexOf(".");
  currentTarget.setSelectionRange(start, dot > start ? dot : value.length);
}
