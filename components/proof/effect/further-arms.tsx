import { Checkbox } from "@/components/ui/checkbox";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { SkillDetail } from "@/lib/library/skill-schema";
import { suitesFolder } from "@/lib/suites/suite";
import { publishedOf, type RunChoice } from "../run-choice";

type FurtherArmsProps = {
  skill: Pick<SkillDetail, "versions">;
  files: readonly string[];
  choice: Pick<RunChoice, "approved" | "leaveOut">;
  onChange: (part: Partial<RunChoice>) => void;
};

/** Without it there is no skill; what stands in `evals` says what passes the tasks and is no part of what is worth something. */
const mayBeLeftOut = (path: string): boolean => path !== "SKILL.md" && !path.startsWith(suitesFolder);

/** What is tried besides the three arms, each for its price. */
export function FurtherArms({ skill, files, choice, onChange }: FurtherArmsProps) {
  const { approved, leaveOut } = choice;
  const offered = files.filter(mayBeLeftOut);
  const newest = publishedOf(skill);
  return (
    <>
      <Checkbox
        checked={approved}
        disabled={newest === undefined}
        onChange={({ target }) => onChange({ approved: target.checked })}
        label={newest === undefined ? "Try the published version beside" : `Try v${newest.number} beside`}
        help={
          newest === undefined
            ? "Nothing is published yet."
            : "Says which tasks are gained and lost against it."
        }
      />
      {offered.length === 0 ? null : (
        <fieldset>
          <legend className="mb-1 font-medium">Leave out one file at a time</legend>
          <p className="mb-1 text-12 text-ink-3">Says what each is worth. Every file is one more arm.</p>
          <div className="grid max-h-32 overflow-y-auto">
            {offered.map((path) => (
              <Checkbox
                key={path}
                checked={leaveOut.includes(path)}
                label={markHidden(path)}
                onChange={({ target }) =>
                  onChange({
                    leaveOut: target.checked ? [...leaveOut, path] : leaveOut.filter((one) => one !== path),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
