import Link from "next/link";
import { effectPath, improvePath, proofPath } from "@/components/data/proof-paths";
import { classNames } from "@/components/ui/class-names";
import type { SuiteRun } from "@/lib/proof/schema";

type SuiteChoiceProps = { workspace: string; skill: string; suite: SuiteRun["suite"] | "improve" };

/** The questions about a skill; each has a page of its own. */
export function SuiteChoice({ workspace, skill, suite }: SuiteChoiceProps) {
  const questions = [
    { is: "trigger", words: "Is it found?", href: proofPath(workspace, skill) },
    { is: "effect", words: "Does it help?", href: effectPath(workspace, skill) },
    { is: "improve", words: "Improve", href: improvePath(workspace, skill) },
  ] as const;
  return (
    <nav aria-label="Proof" className="inline-flex gap-0.5 rounded-2 bg-press p-0.5">
      {questions.map(({ is, words, href }) => (
        <Link
          key={is}
          href={href}
          aria-current={is === suite ? "page" : undefined}
          className={classNames(
            "inline-flex h-6 items-center rounded-1 px-2 text-12 text-ink-2 hover:text-ink",
            is === suite && "bg-bg font-medium text-ink shadow-[0_0_0_1px_var(--line-strong)]",
          )}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
