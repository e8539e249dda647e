"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { draftFileQuery, skillKeys } from "@/components/data/skill-queries";
import { AgentViewColumns, firstCompared } from "@/components/editor/agent-view/agent-view-columns";
import { EmptyState } from "@/components/ui/empty-state";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import type { SkillDetail } from "@/lib/library/skill-schema";
import { findSkillFile } from "@/lib/skills/find-skill-file";

type SkillAgentViewProps = { workspace: string; skill: SkillDetail };

/** The draft as several hosts show it, rendered here by the runtime; its code is loaded when this is opened. */
export function SkillAgentView({ workspace, skill }: SkillAgentViewProps) {
  const [chosen, setChosen] = useState(firstCompared);
  const path = findSkillFile(skill.files.map((file) => file.path));
  const file = skill.files.find((candidate) => candidate.path === path);
  const text = useQuery({
    ...draftFileQuery(client.library, workspace, skill.name, file ?? { path: "", sha256: "" }),
    enabled: file !== undefined,
  });
  const document = text.data?.text;
  const { name, description, files, draft } = skill;
  const views = useQueries({
    queries: chosen.map((dialect) => ({
      queryKey: skillKeys.agentView(workspace, name, { digest: draft.digest, dialect }),
      enabled: document !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async () => {
        const [{ renderAgentView }, { calibrateView }, { estimateLevels }] = await Promise.all([
          import("@/components/editor/agent-view/agent-view"),
          import("@/components/editor/agent-view/calibrate-view"),
          import("@/lib/skills/estimate-levels"),
        ]);
        const held = files.map((each) => ({
          path: each.path,
          size: each.size,
          ...(each.path === path && document !== undefined ? { text: document } : {}),
        }));
        const view = await renderAgentView({ name, description, files: held }, dialect);
        const counted = { metadata: skill.metadataTokens, instructions: skill.instructionTokens };
        return calibrateView(view, counted, estimateLevels(document ?? ""));
      },
    })),
  });
  const error = text.error ?? views.find((view) => view.error)?.error ?? null;
  if (error !== null || file === undefined || (text.data && document === undefined))
    return (
      <EmptyState inline title="No host could load it">
        <ShownText
          text={
            error?.message ?? (file ? "SKILL.md is too large to show here." : "The package has no SKILL.md.")
          }
        />
      </EmptyState>
    );
  return (
    <AgentViewColumns
      chosen={chosen}
      onChoose={setChosen}
      views={views.flatMap(({ data }) => (data ? [data] : []))}
    />
  );
}
