import { saveFile } from "@/components/data/save-file";
import { apiErrorOf } from "@/lib/api/client";
import type { TargetId } from "@/lib/targets/target-options";

/** How an agent's set is downloaded. */
export type AgentForm = { kind: "stored" | "portable" } | { kind: "host"; target: TargetId };

const fileNameOf = (disposition: string | null) => /filename="?([^";]+)"?/.exec(disposition ?? "")?.[1];

/** Downloads an agent's set as a zip. Throws ApiError with the reasons in words when it is refused. */
export async function exportAgent(workspace: string, agent: string, form: AgentForm): Promise<void> {
  const query =
    form.kind === "host" ? `?target=${form.target}` : form.kind === "portable" ? "?portable=true" : "";
  const response = await fetch(`/api/v1/workspaces/${workspace}/agents/${agent}/export${query}`);
  if (!response.ok) throw await apiErrorOf(response);
  const name = fileNameOf(response.headers.get("content-disposition")) ?? `${agent}-skills.zip`;
  saveFile(name, await response.blob());
}
