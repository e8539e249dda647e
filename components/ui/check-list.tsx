"use client";

import type { ReactNode } from "react";
import { Checkbox } from "./checkbox";
import { ShownText } from "./shown-text";

type CheckListProps = {
  legend: string;
  /** In order; `name` says each, `note` stands small behind it. */
  items: readonly { id: string; name: string; note?: ReactNode }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Said where there is nothing to choose. */
  none: ReactNode;
};

/** Offers any number of many. */
export function CheckList({ legend, items, chosen, onChange, none }: CheckListProps) {
  const toggle = (id: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset>
      <legend className="mb-1 font-medium">
        <ShownText text={legend} />
      </legend>
      {items.length === 0 ? (
        <p className="text-12 text-ink-3">{none}</p>
      ) : (
        <div className="flex max-h-44 flex-col overflow-y-auto rounded-md border border-line p-1">
          {items.map(({ id, name, note }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
              label={
                <>
                  <ShownText text={name} />
                  {note ? <span className="ml-1.5 text-12 text-ink-3">{note}</span> : null}
                </>
              }
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
