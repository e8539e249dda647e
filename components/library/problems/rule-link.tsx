import { rulePath } from "@/components/data/skill-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { classNames } from "@/components/ui/class-names";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";

type RuleLinkProps = { rule: string; className?: string | undefined };

/** A rule's id, leading to what it means. In a tab of its own: what stands here may be unsaved. */
export function RuleLink({ rule, className }: RuleLinkProps) {
  const { slug } = useWorkspace();
  return (
    <TextLink
      href={rulePath(slug, rule)}
      target="_blank"
      prefetch={false}
      title={`What ${rule} means`}
      className={classNames("relative z-1 font-mono", className)}
    >
      <ShownText text={rule} />
    </TextLink>
  );
}
