"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { portableReportQuery } from "@/components/data/library-queries";
import { skillExportUrl } from "@/components/data/skill-paths";
import { FormDialog } from "@/components/ui/form-dialog";
import { RadioGroup } from "@/components/ui/radio-group";
import { client } from "@/lib/api/client";
import type { PortableReport as Report } from "@/lib/library/exports/export-schema";
import type { SkillSummary } from "@/lib/library/skill-schema";
import type { TargetId } from "@/lib/targets/target-options";
import { type ExportForm, ExportFormChoice, whyNotPortable } from "./export-form-choice";
import { PortableReport } from "./portable-report";
import { SkillActTitle } from "./skill-act-title";
import { SkillTarget, useSkillTargets, whyNotFor } from "./skill-target";

type Format = "zip" | "tar.gz";
type ExportedSkill = Pick<SkillSummary, "name" | "latestVersion" | "draftRevision"> &
  Partial<Pick<SkillSummary, "mayEdit">>;
type ExportSkillDialogProps = { workspace: string; skill: ExportedSkill; close: () => void };

/** Chooses what to download. The same version always gives the same bytes. */
export function ExportSkillDialog({ workspace, skill, close }: ExportSkillDialogProps) {
  const [version, setVersion] = useState(skill.latestVersion === null ? "draft" : "latest");
  const [format, setFormat] = useState<Format>("zip");
  const [form, setForm] = useState<ExportForm>("stored");
  const [target, setTarget] = useState<TargetId>("folder");
  const portable = form === "portable";
  const forHost = form === "host";
  const report = useQuery({
    ...portableReportQuery(client.library, workspace, skill.name, version),
    enabled: portable,
  });
  const targets = useSkillTargets(workspace, skill.name, version, forHost);
  const blockedReason = forHost
    ? whyNotFor(targets, target)
    : portable
      ? whyNotPortable(report, refusalOf)
      : undefined;
  const download = () => {
    const chosen = { version, format, portable, target: forHost ? target : undefined };
    window.location.assign(skillExportUrl(workspace, skill.name, chosen));
    close();
  };
  return (
    <FormDialog
      size="small"
      title={<SkillActTitle verb="Export" skill={skill.name} />}
      description="The same version always gives the same bytes."
      verb="Download"
      icon={Download}
      blockedReason={blockedReason}
      onSubmit={download}
      close={close}
    >
      <RadioGroup
        legend="What"
        value={version}
        onValueChange={setVersion}
        options={[
          ...(skill.latestVersion === null
            ? []
            : [{ value: "latest", label: `Version ${skill.latestVersion}, the latest` }]),
          { value: "draft", label: `The draft as it is now (r${skill.draftRevision})` },
        ]}
      />
      <ExportFormChoice
        form={form}
        onForm={setForm}
        accepted="it"
        error={report.error}
        host={
          <SkillTarget
            {...{ workspace, target }}
            skill={skill.name}
            asked={targets}
            onTarget={setTarget}
            mayEdit={skill.mayEdit ?? true}
          />
        }
      >
        {report.data ? <PortableReport report={report.data} /> : null}
      </ExportFormChoice>
      {forHost && target === "claude-ai" ? null : <FormatChoice format={format} onFormat={setFormat} />}
    </FormDialog>
  );
}

type FormatChoiceProps = { format: Format; onFormat: (format: Format) => void };

const FormatChoice = ({ format, onFormat }: FormatChoiceProps) => (
  <RadioGroup
    legend="As"
    value={format}
    onValueChange={onFormat}
    options={[
      { value: "zip", label: ".zip" },
      { value: "tar.gz", label: ".tar.gz" },
    ]}
  />
);

const refusalOf = ({ problems }: Report): string | undefined =>
  problems.length > 0 ? "Some host refuses this skill as it is." : undefined;
