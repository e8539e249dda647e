"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { agentPortableReportQuery } from "@/components/data/agent-queries";
import {
  type ExportForm,
  ExportFormChoice,
  whyNotPortable,
} from "@/components/library/dialogs/export-form-choice";
import { PortableReport } from "@/components/library/dialogs/portable-report";
import { SetTargetChoice, whyNoSetFor } from "@/components/library/dialogs/set-target-choice";
import { FormDialog } from "@/components/ui/form-dialog";
import { ShownText } from "@/components/ui/shown-text";
import type { AgentPortableReport } from "@/lib/agents/export-schema";
import type { AgentSummary } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import type { TargetId } from "@/lib/targets/target-options";
import { useAgentTarget } from "./agent-target";
import type { AgentForm } from "./export-agent";

type ExportAgentDialogProps = {
  workspace: string;
  agent: Pick<AgentSummary, "slug" | "name">;
  isPending: boolean;
  /** Skills that its host does not load: they stay here, unless every host's form is asked for. */
  leftOut?: readonly { skill: string; reason: string | null }[];
  onDownload: (form: AgentForm) => void;
  close: () => void;
};

/** Chooses the form an agent's set is downloaded in. The same versions always give the same bytes. */
export function ExportAgentDialog({
  workspace,
  agent,
  isPending,
  leftOut = [],
  onDownload,
  close,
}: ExportAgentDialogProps) {
  const [form, setForm] = useState<ExportForm>("stored");
  const [target, setTarget] = useState<TargetId>("folder");
  const portable = form === "portable";
  const forHost = form === "host";
  const asked = useAgentTarget(workspace, agent.slug, target, forHost);
  const report = useQuery({
    ...agentPortableReportQuery(client.agents, workspace, agent.slug),
    enabled: portable,
  });
  return (
    <FormDialog
      size="small"
      title={`Export the skills of ${agent.name}`}
      description="A folder for each skill that is on, in one zip. The same versions always give the same bytes."
      verb="Download"
      icon={Download}
      pending={isPending}
      blockedReason={forHost ? whyNoSetFor(asked) : portable ? whyNotPortable(report, refusalOf) : undefined}
      onSubmit={() => onDownload(form === "host" ? { kind: form, target } : { kind: form })}
      close={close}
    >
      <ExportFormChoice
        form={form}
        onForm={setForm}
        accepted="each skill"
        error={report.error}
        host={<SetTargetChoice asked={asked} target={target} onTarget={setTarget} />}
      >
        {report.data ? <SkillReports report={report.data} /> : null}
      </ExportFormChoice>
      {form !== "stored" || leftOut.length === 0 ? null : <LeftOut skills={leftOut} />}
    </FormDialog>
  );
}

function LeftOut({ skills }: { skills: readonly { skill: string; reason: string | null }[] }) {
  return (
    <section aria-label="Left out" className="grid gap-1">
      <h3 className="font-medium">Left out of the download</h3>
      <ul className="grid max-h-60 gap-1 overflow-auto text-13 text-ink-2">
        {skills.map(({ skill, reason }) => (
          <li key={skill} className="[overflow-wrap:anywhere]">
            <code>
              <ShownText text={skill} />
            </code>{" "}
            <ShownText text={reason ?? ""} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What blocks the export first, then what changes; skills that stay as they are in one line. */
function SkillReports({ report: { skills } }: { report: AgentPortableReport }) {
  const refused = skills.filter(({ problems }) => problems.length > 0);
  const changed = skills.filter(({ problems, moved }) => problems.length === 0 && moved.length > 0);
  const rest = skills.length - refused.length - changed.length;
  return (
    <div className="grid gap-3">
      {[...refused, ...changed].map(({ skill, ...report }) => (
        <section key={skill} aria-label={skill} className="grid gap-1">
          <h3 className="font-medium font-mono text-13">
            <ShownText text={skill} />
          </h3>
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

function refusalOf({ skills }: AgentPortableReport): string | undefined {
  const refused = skills.filter(({ problems }) => problems.length > 0).map(({ skill }) => skill);
  return refused.length > 0 ? `Some host refuses ${refused.join(", ")} as it is.` : undefined;
}
