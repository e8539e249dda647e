"use client";

import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useId } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { ShownText } from "./shown-text";

type FieldIds = { id: string; describedBy: string | undefined; invalid: boolean };

const FieldContext = createContext<FieldIds | null>(null);

/** What a control inside a Field needs to be tied to its label, help and error. Own values win. */
export function useFieldControl(own: { id?: string | undefined; "aria-describedby"?: string | undefined }) {
  const field = useContext(FieldContext);
  const describedBy = [own["aria-describedby"], field?.describedBy].filter(Boolean).join(" ");
  return {
    id: own.id ?? field?.id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": field?.invalid || undefined,
  };
}

type FieldProps = {
  label: ReactNode;
  help?: ReactNode;
  /** What is wrong and what to do. Replaces nothing: the help stays. */
  error?: string | undefined;
  className?: string | undefined;
  /** One control of components/ui: Input, Textarea, Select. */
  children: ReactNode;
};

/** Puts the label above a control, help and error below it. */
export function Field({ label, help, error, className, children }: FieldProps) {
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const describedBy = [error ? errorId : null, help ? helpId : null].filter(Boolean).join(" ") || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>
      <div className={classNames("grid grid-cols-[minmax(0,1fr)] gap-1", className)}>
        <label htmlFor={id} className="justify-self-start font-medium">
          {label}
        </label>
        {children}
        <p
          id={errorId}
          aria-live="polite"
          className={error ? "flex items-start gap-1.5 text-12 text-danger" : "hidden"}
        >
          <Icon of={CircleAlert} size={14} className="mt-px" />
          <ShownText text={error ?? ""} />
        </p>
        {help ? (
          <p id={helpId} className="text-12 text-ink-3 [overflow-wrap:anywhere]">
            {help}
          </p>
        ) : null}
      </div>
    </FieldContext>
  );
}
