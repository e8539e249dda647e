"use client";

import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { isTargetId, type TargetId, targetHeads, targetIds } from "@/lib/targets/target-options";

type TargetSelectProps = {
  target: TargetId;
  onTarget: (target: TargetId) => void;
  /** What is said beside each name. */
  wordsOf?: (target: TargetId) => string | null;
};

/** Chooses the host that something is downloaded for. */
export function TargetSelect({ target, onTarget, wordsOf = () => null }: TargetSelectProps) {
  return (
    <Field label="Host" help={targetHeads[target].help}>
      <Select
        size="form"
        value={target}
        onChange={({ target: { value } }) => {
          if (isTargetId(value)) onTarget(value);
        }}
      >
        {targetIds.map((id) => {
          const words = wordsOf(id);
          return (
            <option key={id} value={id}>
              {words === null ? targetHeads[id].title : `${targetHeads[id].title}: ${words}`}
            </option>
          );
        })}
      </Select>
    </Field>
  );
}
