import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { type ActivityPeriod, activityPeriods } from "@/lib/activity/activity-options";
import { periodWords, toPeriod } from "./activity-words";

type PeriodFieldProps = { days: ActivityPeriod; onChoose: (days: ActivityPeriod) => void };

/** How far back activity is looked at. */
export function PeriodField({ days, onChoose }: PeriodFieldProps) {
  return (
    <Field label="Period">
      <Select value={String(days)} onChange={({ target }) => onChoose(toPeriod(target.value))}>
        {activityPeriods.map((one) => (
          <option key={one} value={one}>
            {periodWords(one)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
