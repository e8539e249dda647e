"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { PortableReport } from "@/components/library/portable-report";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import type { AgentPortableReport } from "@/lib/agents/export-schema";
import type { AgentSummary } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { agentPortableReportQuery } from "./agent-queries";

type Form = "stored" | "portable";
type ExportAgentDialogProps = {
  workspace: string;
  agent: Pick<AgentSummary, "slug" | "name">;
  isPending: boolean;
  onDownload: (portable: boolean) => void;
  close: () => void;
};

/** Chooses the form an agent's set is downloaded in. The same versions always give the same bytes. */
export function ExportAgentDialog({
  workspace,
  agent,
  isPending,
  onDownload,
  close,
}: ExportAgentDialogProps) {
  const [form, setForm] = useState<Form>("stored");
  const portable = form === "portable";
  const report = useQuery({
    ...agentPortableReportQuery(client.agents, workspace, agent.slug),
    enabled: portable,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      size="small"
      title={`Export the skills of ${agent.name}`}
      description="A folder for each skill that is on, in one zip. The same versions always give the same bytes."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            icon={Download}
            pending={isPending}
            onClick={() => onDownload(portable)}
            blockedReason={portable ? whyBlocked(report) : undefined}
          >
            Download
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <RadioGroup
          legend="Form"
          value={form}
          onValueChange={setForm}
          options={[
            { value: "stored", label: "As stored", help: "Every byte as it is here." },
            {
              value: "portable",
              label: "Portable",
              help: "Only the fields of the specification, so that strict hosts accept each skill.",
            },
          ]}
        />
        {portable ? (
          <div aria-live="polite">
            {report.data ? <SkillReports report={report.data} /> : null}
            {report.error ? <Notice tone="error">{report.error.message}</Notice> : null}
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

/** What stands in the way first, then what changes; skills that stay as they are in one line. */
function SkillReports({ report: { skills } }: { report: AgentPortableReport }) {
  const refused = skills.filter(({ problems }) => problems.length > 0);
  const changed = skills.filter(({ problems, moved }) => problems.length === 0 && moved.length > 0);
  const rest = skills.length - refused.length - changed.length;
  return (
    <div className="grid gap-3">
      {[...refused, ...changed].map(({ skill, ...report }) => (
        <section key={skill} aria-label={skill} className="grid gap-1">
          <h3 className="font-medium font-mono text-13">{skill}</h3>
          <PortableReport report={report} />
        </section>
      ))}
      {rest > 0 ? (
        <p className="text-13 text-ink-2">
          {rest === 1 ? "One skill has" : `${rest} skills have`} only fields that every host knows.
        </p>
      ) : null}
    </div>
  );
}

type Report = { data?: AgentPortableReport | undefined; error: Error | null };

function whyBlocked({ data, error }: Report): string | undefined {
  if (error) return error.message;
  if (!data) return "The portable form is being looked at.";
  const refused = data.skills.filter(({ problems }) => problems.length > 0).map(({ skill }) => skill);
  return refused.length > 0 ? `Some host refuses ${refused.join(", ")} as it is.` : undefined;
}
