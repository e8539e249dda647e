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
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = fileNameOf(response.headers.get("content-disposition")) ?? `${agent}-skills.zip`;
  link.click();
  URL.revokeObjectURL(address);
}
