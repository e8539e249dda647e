import { rawFileUrl } from "@/components/data/skill-queries";
import { apiErrorOf, client, unwrap } from "@/lib/api/client";
import type { DraftApi } from "./draft-api";

/** The editor's calls, through the REST API. */
export function libraryDraftApi(workspace: string, skill: string): DraftApi {
  const { draft } = client.library.workspaces[":workspace"].skills[":skill"];
  const param = { workspace, skill };
  return {
    draft: () => unwrap(draft.$get({ param })),
    file: (path) => unwrap(draft.file.$get({ param, query: { path } })),
    async bytes(path) {
      const response = await fetch(rawFileUrl(workspace, skill, path));
      if (!response.ok) throw await apiErrorOf(response);
      return response.blob();
    },
    save: (baseRevision, changes) => unwrap(draft.changes.$post({ param, json: { baseRevision, changes } })),
  };
}
