"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { RadioGroup } from "@/components/ui/radio-group";
import type { SkillSummary } from "@/lib/library/schema";
import { skillExportUrl } from "./skill-paths";

type Format = "zip" | "tar.gz";
type ExportSkillDialogProps = { workspace: string; skill: SkillSummary; close: () => void };

/** Chooses what to download. The same version always gives the same bytes. */
export function ExportSkillDialog({ workspace, skill, close }: ExportSkillDialogProps) {
  const [version, setVersion] = useState(skill.latestVersion === null ? "draft" : "latest");
  const [format, setFormat] = useState<Format>("zip");
  const download = () => {
    window.location.assign(skillExportUrl(workspace, skill.name, { version, format }));
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
          <Button variant="primary" icon={Download} onClick={download}>
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
