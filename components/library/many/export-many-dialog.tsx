"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import {
  type ArchivePart,
  archivesOf,
  type ExportChoice,
  exportReportQuery,
  exportSkills,
} from "@/components/data/batch-export";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCount, formatNumber } from "@/components/ui/format";
import { Progress } from "@/components/ui/progress";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toaster";
import { client } from "@/lib/api/client";
import { mostSkills } from "@/lib/batches/batch-options";
import { verbWithCount } from "./act-words";
import { rowOf } from "./batch-run";
import type { AskedAct } from "./many-dialog";
import { RowGroups } from "./row-groups";

type ExportManyDialogProps = {
  workspace: string;
  asked: Pick<AskedAct, "skills" | "count">;
  close: () => void;
};

/** Which form of the selected skills, what the archive will hold, and the archive; several where one is too small. */
export function ExportManyDialog({ workspace, asked, close }: ExportManyDialogProps) {
  const [choice, setChoice] = useState<ExportChoice>({ version: "latest", portable: false, format: "zip" });
  const [packing, setPacking] = useState<ArchivePart | null>(null);
  const report = useQuery(exportReportQuery(client.library, workspace, asked.skills, choice));
  const rows = report.data?.items.map(rowOf) ?? null;
  const packed = rows?.filter(({ outcome }) => outcome === "done") ?? [];
  const archives = archivesOf(packed.map(({ name }) => name));
  const download = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      for (const [at, names] of archives.entries()) {
        const part = { number: at + 1, of: archives.length };
        setPacking(part);
        await exportSkills(client.library, workspace, { ...choice, names, part });
      }
    },
    onSuccess: () => {
      const inArchives = archives.length > 1 ? ` in ${archives.length} archives` : "";
      toast(`Exported ${formatCount(packed.length, "skill")}${inArchives}.`);
      close();
    },
  });
  const error = report.error ?? download.error;
  const blocked =
    rows !== null && packed.length === 0 ? "None of them can be exported like this." : undefined;
  const aside = blocked ?? `What is left out is named in ${reportsOf(archives.length)}.`;
  return (
    <Dialog
      open
      onOpenChange={close}
      size="large"
      title={`Export ${formatCount(asked.count, "skill")}`}
      description={`${archiveWords(archives.length)}, a folder for each skill. The same versions always give the same bytes.`}
    >
      <DialogForm
        verb={verbWithCount("Export", rows === null ? null : packed.length)}
        icon={Download}
        pending={download.isPending || report.isPending}
        blockedReason={blocked}
        onSubmit={() => {
          if (rows !== null) download.mutate();
        }}
        close={close}
        aside={<span className="text-12 text-ink-3">{aside}</span>}
      >
        <Choices choice={choice} onChange={(change) => setChoice((before) => ({ ...before, ...change }))} />
        <ErrorNotice error={error} />
        {report.isPending ? <Progress label="Looking at each" done={0} total={null} /> : null}
        {download.isPending && packing !== null && packing.of > 1 ? (
          <Progress label="Packing archives" done={packing.number - 1} total={packing.of} />
        ) : null}
        <RowGroups
          workspace={workspace}
          kind="export"
          rows={rows ?? []}
          words={{ done: "will be exported", refused: "cannot", unchanged: "left out" }}
          refusedNote="left out of the archive"
        />
      </DialogForm>
    </Dialog>
  );
}

const archiveWords = (count: number): string =>
  count > 1 ? `${count} archives, since one holds at most ${formatNumber(mostSkills)} skills` : "One archive";

const reportsOf = (count: number): string =>
  count > 1 ? "the export-report.json of each" : "export-report.json";

type ChoicesProps = { choice: ExportChoice; onChange: (change: Partial<ExportChoice>) => void };

function Choices({ choice, onChange }: ChoicesProps) {
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-4">
      <RadioGroup
        legend="What"
        value={choice.version}
        onValueChange={(version) => onChange({ version })}
        options={[
          { value: "latest", label: "The latest version" },
          { value: "draft", label: "The draft as it is now" },
        ]}
      />
      <RadioGroup
        legend="Form"
        value={choice.portable ? "portable" : "stored"}
        onValueChange={(form) => onChange({ portable: form === "portable" })}
        options={[
          { value: "stored", label: "As stored" },
          { value: "portable", label: "Portable: only fields of the specification" },
        ]}
      />
      <RadioGroup
        legend="As"
        value={choice.format}
        onValueChange={(format) => onChange({ format })}
        options={[
          { value: "zip", label: ".zip" },
          { value: "tar.gz", label: ".tar.gz" },
        ]}
      />
    </div>
  );
}
