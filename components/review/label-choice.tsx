"use client";

import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "@/components/data/review-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Checkbox } from "@/components/ui/checkbox";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";

type LabelChoiceProps = {
  workspace: string;
  skill: string;
  chosen: readonly string[];
  onChange: (labels: string[]) => void;
};

/** Labels to move to the new version together with publishing it. */
export function LabelChoice({ workspace, skill, chosen, onChange }: LabelChoiceProps) {
  const { data: detail } = useQuery(skillQuery(client.library, workspace, skill));
  const { data: policy } = useQuery(policyQuery(client.reviews, workspace));
  const noLabels = useBlockedFor("labels.move");
  const noProtected = useBlockedFor("labels.protected");
  const isProtected = (name: string) => policy?.protectedLabels.includes(name) ?? false;
  const custom = (detail?.labels ?? []).filter(({ name }) => name !== "latest");
  const missing = (policy?.protectedLabels ?? []).filter(
    (name) => !custom.some((label) => label.name === name),
  );
  const labels = [...custom, ...missing.map((name) => ({ name, version: null }))];
  if (labels.length === 0) return null;
  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-1 font-medium">Move labels to it</legend>
      {labels.map(({ name, version }) => {
        const blocked = noLabels ?? (isProtected(name) ? noProtected : undefined);
        const now = version === null ? "not in use" : `now v${version}`;
        return (
          <Checkbox
            key={name}
            label={
              <>
                <span className="font-mono text-12">
                  <ShownText text={name} />
                </span>{" "}
                <span className="text-12 text-ink-3">
                  <ShownText text={now} />
                  {isProtected(name) ? ", protected" : ""}
                </span>
              </>
            }
            help={blocked}
            disabled={blocked !== undefined}
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, name] : chosen.filter((label) => label !== name))
            }
          />
        );
      })}
    </fieldset>
  );
}
