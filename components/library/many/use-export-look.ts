import { useQuery } from "@tanstack/react-query";
import {
  archivesOf,
  type ExportChoice,
  exportReportQuery,
  exportTargetQuery,
} from "@/components/data/batch-export";
import type { ChosenSkills } from "@/components/data/batch-queries";
import type { ExportForm } from "@/components/library/dialogs/export-form-choice";
import { goingTo, whyNoSetFor } from "@/components/library/dialogs/set-target-choice";
import { formatNumber } from "@/components/ui/format";
import { client } from "@/lib/api/client";
import { mostSkills } from "@/lib/batches/batch-options";
import type { TargetId } from "@/lib/targets/target-options";
import { rowOf } from "./batch-run";

/** What somebody chose in the dialog; `target` counts where the form is that of one host. */
export type ExportAsked = Pick<ExportChoice, "version" | "format"> & { form: ExportForm; target: TargetId };

/** What would go out of the chosen skills, and what keeps the archive from being made; asked anew for each form. */
export function useExportLook(workspace: string, chosen: ChosenSkills, asked: ExportAsked) {
  const { version, form, target } = asked;
  const forHost = form === "host";
  const report = useQuery({
    ...exportReportQuery(client.library, workspace, chosen, { version, portable: form === "portable" }),
    enabled: !forHost,
  });
  const looked = useQuery({
    ...exportTargetQuery(client.library, workspace, chosen, { version, target }),
    enabled: forHost,
  });
  const host = { data: looked.data?.set ?? undefined, error: looked.error };
  if (forHost)
    return {
      rows: [],
      host,
      /** How many skills go; null while nobody knows. */
      count: host.data ? goingTo(host.data) : null,
      /** The names of each archive: a host's report in it says what became of all of them. */
      archives: looked.data ? [looked.data.names] : [],
      isPending: looked.isPending,
      error: null,
      blocked: looked.data?.set === null ? tooMany : looked.isPending ? undefined : whyNoSetFor(host),
    };
  const rows = report.data?.items.map(rowOf) ?? null;
  const packed = rows?.filter(({ outcome }) => outcome === "done") ?? [];
  return {
    rows: rows ?? [],
    host,
    count: rows === null ? null : packed.length,
    archives: archivesOf(packed.map(({ name }) => name)),
    isPending: report.isPending,
    error: report.error,
    blocked: rows !== null && packed.length === 0 ? "None of them can be exported like this." : undefined,
  };
}

const tooMany = `A host gets one archive, which holds at most ${formatNumber(mostSkills)} skills. Select fewer.`;
