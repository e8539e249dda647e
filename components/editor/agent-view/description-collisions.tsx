import { formatPercent } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { type Collision, findCollisions } from "@/lib/runtime/find-collisions";
import type { DraftedSkill } from "./drafted-skills";

const mostShown = 3;

type DescriptionCollisionsProps = { skill: DraftedSkill; siblings: readonly DraftedSkill[] };

/** Warns of siblings whose descriptions claim the same work, with the words that do it. */
export function DescriptionCollisions({ skill, siblings }: DescriptionCollisionsProps) {
  const collisions = findCollisions(skill, siblings);
  if (collisions.length === 0) return null;
  return (
    <div className="grid gap-2 border-line border-b p-4">
      {collisions.slice(0, mostShown).map((collision) => (
        <Notice
          key={collision.skillId}
          tone="warning"
          title={
            <>
              Collides with{" "}
              <code>
                <ShownText text={collision.name} />
              </code>
            </>
          }
        >
          <ShownText text={sayCollision(collision)} />
        </Notice>
      ))}
    </div>
  );
}

function sayCollision({ ranksFirst, share, words }: Collision): string {
  const how = ranksFirst
    ? "A search for this description finds that skill first."
    : `A search for this description scores that skill ${formatPercent(share)} as high as this one.`;
  return words.length === 0 ? how : `${how} Both say: ${words.join(", ")}.`;
}
