"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { type ArchivePart, exportSkills } from "@/components/data/batch-export";
import { ExportFormChoice } from "@/components/library/dialogs/export-form-choice";
import { SetTargetChoice } from "@/components/library/dialogs/set-target-choice";
import { ErrorNotice } from "@/components/ui/error-notice";
import { FormDialog } from "@/components/ui/form-dialog";
import { formatCount, formatNumber } from "@/components/ui/format";
import { Progress } from "@/components/ui/progress";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toaster";
import { client } from "@/lib/api/client";
import { mostSkills } from "@/lib/batches/batch-options";
import { verbWithCount } from "./act-words";
import type { AskedAct } from "./many-dialog";
import { RowGroups } from "./row-groups";
import { type ExportAsked, useExportLook } from "./use-export-look";

type ExportManyDialogProps = {
  workspace: string;
  asked: Pick<AskedAct, "skills" | "count">;
  close: () => void;
};

/** Which form of the selected skills, what the archive will hold, and the archive; several where one is too small. */
export function ExportManyDialog({ workspace, asked, close }: ExportManyDialogProps) {
  const [choice, setChoice] = useState<ExportAsked>({
    version: "latest",
    form: "stored",
    target: "folder",
    format: "zip",
  });
  const [packing, setPacking] = useState<ArchivePart | null>(null);
  const { rows, host, count, archives, isPending, error, blocked } = useExportLook(
    workspace,
    asked.skills,
    choice,
  );
  const forHost = choice.form === "host";
  const download = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      const { version, form, target, format } = choice;
      const wanted = { version, format, portable: form === "portable", ...(form === "host" && { target }) };
      for (const [at, names] of archives.entries()) {
        const part = { number: at + 1, of: archives.length };
        setPacking(part);
        await exportSkills(client.library, workspace, { ...wanted, names, part });
      }
    },
    onSuccess: () => {
      const inArchives = archives.length > 1 ? ` in ${archives.length} archives` : "";
      toast(`Exported ${formatCount(count ?? 0, "skill")}${inArchives}.`);
      close();
    },
  });
  return (
    <FormDialog
      size="large"
      title={`Export ${formatCount(asked.count, "skill")}`}
      description={`${archiveWords(archives.length)}, a folder for each skill. The same versions always give the same bytes.`}
      verb={verbWithCount("Export", count)}
      icon={Download}
      pending={download.isPending || isPending}
      blockedReason={blocked}
      onSubmit={() => {
        if (count !== null) download.mutate();
      }}
      close={close}
      aside={blocked ? null : <span className="text-12 text-ink-3">{asideOf(choice)}</span>}
    >
      <Choices
        choice={choice}
        onChange={(change) => setChoice((before) => ({ ...before, ...change }))}
        host={host}
      />
      <ErrorNotice error={error ?? download.error} />
      {isPending ? <Progress label="Looking at each" done={0} total={null} /> : null}
      {download.isPending && packing !== null && packing.of > 1 ? (
        <Progress label="Packing archives" done={packing.number - 1} total={packing.of} />
      ) : null}
      {forHost ? null : (
        <RowGroups
          workspace={workspace}
          kind="export"
          rows={rows}
          words={{ done: "will be exported", refused: "cannot", unchanged: "left out" }}
          refusedNote="left out of the archive"
        />
      )}
    </FormDialog>
  );
}

const archiveWords = (count: number): string =>
  count > 1 ? `${count} archives, since one holds at most ${formatNumber(mostSkills)} skills` : "One archive";

const asideOf = ({ form }: ExportAsked): string =>
  form === "host"
    ? "What is left out is named in export-report.json."
    : "What cannot be exported is left out.";

type ChoicesProps = {
  choice: ExportAsked;
  onChange: (change: Partial<ExportAsked>) => void;
  host: ReturnType<typeof useExportLook>["host"];
};

function Choices({ choice, onChange, host }: ChoicesProps) {
  const { version, form, target, format } = choice;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-x-10 gap-y-4">
        <RadioGroup
          legend="What"
          value={version}
          onValueChange={(version) => onChange({ version })}
          options={[
            { value: "latest", label: "The latest version" },
            { value: "draft", label: "The draft as it is now" },
          ]}
        />
        <RadioGroup
          legend="As"
          value={format}
          onValueChange={(format) => onChange({ format })}
          options={[
            { value: "zip", label: ".zip" },
            { value: "tar.gz", label: ".tar.gz" },
          ]}
        />
      </div>
      <ExportFormChoice
        form={form}
        onForm={(form) => onChange({ form })}
        accepted="each skill"
        error={null}
        host={<SetTargetChoice asked={host} target={target} onTarget={(target) => onChange({ target })} />}
      >
        {null}
      </ExportFormChoice>
    </div>
  );
}
