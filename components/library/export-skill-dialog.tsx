"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { client } from "@/lib/api/client";
import type { PortableReport as Report } from "@/lib/library/export-schema";
import type { SkillSummary } from "@/lib/library/schema";
import { portableReportQuery } from "./library-queries";
import { PortableReport } from "./portable-report";
import { skillExportUrl } from "./skill-paths";

type Format = "zip" | "tar.gz";
type Form = "stored" | "portable";
type ExportedSkill = Pick<SkillSummary, "name" | "latestVersion" | "draftRevision">;
type ExportSkillDialogProps = { workspace: string; skill: ExportedSkill; close: () => void };

/** Chooses what to download. The same version always gives the same bytes. */
export function ExportSkillDialog({ workspace, skill, close }: ExportSkillDialogProps) {
  const [version, setVersion] = useState(skill.latestVersion === null ? "draft" : "latest");
  const [format, setFormat] = useState<Format>("zip");
  const [form, setForm] = useState<Form>("stored");
  const portable = form === "portable";
  const report = useQuery({
    ...portableReportQuery(client.library, workspace, skill.name, version),
    enabled: portable,
  });
  const download = () => {
    window.location.assign(skillExportUrl(workspace, skill.name, { version, format, portable }));
    close();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      size="small"
      title={
        <>
          Export <span className="font-mono text-14">{skill.name}</span>
        </>
      }
      description="The same version always gives the same bytes."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            icon={Download}
            onClick={download}
            blockedReason={portable ? whyBlocked(report) : undefined}
          >
            Download
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
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
        <RadioGroup
          legend="Form"
          value={form}
          onValueChange={setForm}
          options={[
            { value: "stored", label: "As stored", help: "Every byte as it is here." },
            {
              value: "portable",
              label: "Portable",
              help: "Only the fields of the specification, so that strict hosts accept it.",
            },
          ]}
        />
        {portable ? (
          <div aria-live="polite">
            {report.data ? <PortableReport report={report.data} /> : null}
            {report.error ? <Notice tone="error">{report.error.message}</Notice> : null}
          </div>
        ) : null}
        <RadioGroup
          legend="As"
          value={format}
          onValueChange={setFormat}
          options={[
            { value: "zip", label: ".zip" },
            { value: "tar.gz", label: ".tar.gz" },
          ]}
        />
      </div>
    </Dialog>
  );
}

function whyBlocked({ data, error }: { data?: Report | undefined; error: Error | null }): string | undefined {
  if (error) return error.message;
  if (!data) return "The portable form is being looked at.";
  return data.problems.length > 0 ? "Some host refuses this skill as it is." : undefined;
}
