import Link from "next/link";
import { skillPath } from "@/components/data/skill-paths";
import { classNames } from "@/components/ui/class-names";
import { ShownText } from "@/components/ui/shown-text";

/** What J and K walk over on an agent's page. */
export const skillStop = "[data-skill-link]";

type SkillLinkProps = { workspace: string; skill: string; className?: string | undefined };

/** A skill's name in a row of an agent's page; leads to its page. */
export function SkillLink({ workspace, skill, className }: SkillLinkProps) {
  return (
    <Link
      href={skillPath(workspace, skill)}
      data-skill-link=""
      className={classNames(
        "inline-block min-w-0 truncate font-medium font-mono text-13 tracking-[-0.02em] underline-offset-3 hover:underline",
        className,
      )}
    >
      <ShownText text={skill} />
    </Link>
  );
}
