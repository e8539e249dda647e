import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { linesOf } from "@/components/ui/lines-of";
import type { Source } from "@/lib/sources/schema";

/** What is typed, one pattern a line. */
export type PatternsForm = { include: string; exclude: string };

export const patternsFormOf = (source: Pick<Source, "include" | "exclude"> | null): PatternsForm => ({
  include: source?.include.join("\n") ?? "",
  exclude: source?.exclude.join("\n") ?? "",
});

export const patternsOf = ({ include, exclude }: PatternsForm) => ({
  include: linesOf(include),
  exclude: linesOf(exclude),
});

type PatternFieldsProps = { form: PatternsForm; set: (part: Partial<PatternsForm>) => void };

/** Which skills of a source are taken. */
export function PatternFields({ form, set }: PatternFieldsProps) {
  return (
    <>
      <Field
        label="Only these skills"
        help="One pattern a line: a folder, as tools/* or **/ops, or the name of a skill, as log-*. Empty for all."
      >
        <Textarea
          mono
          rows={2}
          value={form.include}
          onChange={({ target }) => set({ include: target.value })}
        />
      </Field>
      <Field label="Left out" help="The same; files too, as **/drafts or *.psd. It wins over the above.">
        <Textarea
          mono
          rows={2}
          value={form.exclude}
          onChange={({ target }) => set({ exclude: target.value })}
        />
      </Field>
    </>
  );
}
