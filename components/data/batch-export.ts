import { queryOptions } from "@tanstack/react-query";
import { apiErrorOf, type Clients, unwrap } from "@/lib/api/client";
import { batchKeys, type ChosenSkills, readChosenNames } from "./batch-queries";

/** What of the skills, and in which form. */
export type ExportChoice = {
  version: "latest" | "draft";
  portable: boolean;
  format: "zip" | "tar.gz";
};

const fileNameOf = (disposition: string | null) => /filename="?([^";]+)"?/.exec(disposition ?? "")?.[1];

/** What the archive would hold, and what not and why. */
export const exportReportQuery = (
  api: Clients["library"],
  workspace: string,
  chosen: ChosenSkills,
  { version, portable }: Pick<ExportChoice, "version" | "portable">,
) =>
  queryOptions({
    queryKey: batchKeys.exportReport(workspace, chosen, { version, portable }),
    queryFn: async ({ signal }) => {
      const names = await readChosenNames(api, workspace, chosen, signal);
      const { items } = await unwrap(
        api.workspaces[":workspace"].skills.export.report.$post(
          { param: { workspace }, json: { skills: { names }, version, portable } },
          { init: { signal } },
        ),
      );
      return { names, items };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** Downloads the skills as one archive. Throws ApiError with the reason in words when it is refused. */
export async function exportSkills(
  api: Clients["library"],
  workspace: string,
  { names, ...choice }: ExportChoice & { names: readonly string[] },
): Promise<void> {
  const response = await api.workspaces[":workspace"].skills.export.$post({
    param: { workspace },
    json: { skills: { names: [...names] }, ...choice },
  });
  if (!response.ok) throw await apiErrorOf(response);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download =
    fileNameOf(response.headers.get("content-disposition")) ?? `${workspace}-skills.${choice.format}`;
  link.click();
  URL.revokeObjectURL(address);
}
