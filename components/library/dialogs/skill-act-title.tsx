import { ShownText } from "@/components/ui/shown-text";

type SkillActTitleProps = { verb: string; skill: string; end?: string };

/** Names a dialog after what it does and to which skill, whose name is set as it is typed. */
export function SkillActTitle({ verb, skill, end = "" }: SkillActTitleProps) {
  return (
    <>
      {verb}{" "}
      <span className="font-mono text-14">
        <ShownText text={skill} />
      </span>
      {end}
    </>
  );
}
