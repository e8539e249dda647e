"use client";

import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import type { Turn } from "../transcript/transcript";
import { type ModelStep, stepsOf } from "./model-steps";

type StepTitleProps = { what: string; turn: Turn; step: ModelStep | null; onSelect: (seq: number) => void };

/** "Request, turn 3" and, where an exchange took several requests, which of them. */
export function StepTitle({ what, turn, step, onSelect }: StepTitleProps) {
  const steps = stepsOf(turn);
  return (
    <span className="flex items-center gap-2">
      <span className="truncate">
        <ShownText text={what} />, turn {turn.turn}
      </span>
      {steps.length < 2 ? null : (
        <Select
          aria-label="Which request"
          value={step?.seq ?? ""}
          onChange={({ target }) => onSelect(Number(target.value))}
          className="font-normal"
        >
          {step ? null : <option value="">now</option>}
          {steps.map(({ seq, payload }) => (
            <option key={seq} value={seq}>
              {payload.step} of {steps.length}
            </option>
          ))}
        </Select>
      )}
    </span>
  );
}
