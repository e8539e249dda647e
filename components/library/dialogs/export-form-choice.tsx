"use client";

import type { ReactNode } from "react";
import { ErrorNotice } from "@/components/ui/error-notice";
import { RadioGroup } from "@/components/ui/radio-group";

export type ExportForm = "stored" | "portable" | "host";

type ExportFormChoiceProps = {
  form: ExportForm;
  onForm: (form: ExportForm) => void;
  /** What strict hosts accept in the portable form: "it", "each skill". */
  accepted: string;
  /** Why it cannot be said what the portable form changes. */
  error: Error | null;
  /** What the portable form changes. */
  children: ReactNode;
  /** Which host, and what its form changes. */
  host: ReactNode;
};

/** Every byte as it is, only what the specification knows, or one host's form; below, what that would change. */
export function ExportFormChoice({ form, onForm, accepted, error, children, host }: ExportFormChoiceProps) {
  return (
    <>
      <RadioGroup
        legend="Form"
        value={form}
        onValueChange={onForm}
        options={[
          { value: "stored", label: "As stored", help: "Every byte as it is here." },
          {
            value: "portable",
            label: "Portable",
            help: `Only the fields of the specification, so that strict hosts accept ${accepted}.`,
          },
          {
            value: "host",
            label: "For one host",
            help: "What that host takes, with what it needs around it. What changes is said before.",
          },
        ]}
      />
      {form === "host" ? host : null}
      {form === "portable" ? (
        <div aria-live="polite">
          {children}
          <ErrorNotice error={error} />
        </div>
      ) : null}
    </>
  );
}

type Asked<Report> = { data?: Report | undefined; error: Error | null };

/** Why nothing can be downloaded in the portable form, or not yet. */
export function whyNotPortable<Report>(
  { data, error }: Asked<Report>,
  refusalOf: (report: Report) => string | undefined,
): string | undefined {
  if (error) return error.message;
  return data ? refusalOf(data) : "The portable form is being looked at.";
}
