"use client";

import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "@/components/data/model-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { client } from "@/lib/api/client";
import { RunBadge } from "./transcript/run-badge";

/** What will answer an agent's next message; nothing while that is not known. */
export function ModelBadge({ model }: { model: string | undefined }) {
  const { slug: workspace } = useWorkspace();
  const isLive = model !== undefined && model !== "rehearsal";
  const { data } = useQuery({ ...modelsQuery(client.models, workspace), enabled: isLive });
  if (model === "rehearsal") return <RunBadge model={{ kind: "rules", name: "Rehearsal" }} />;
  const name = data?.items.find(({ id }) => id === model)?.name;
  return name === undefined ? null : <RunBadge model={{ kind: "live", name }} />;
}
