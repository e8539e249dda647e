"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleX, TriangleAlert } from "lucide-react";
import { draftQuery } from "@/components/data/skill-queries";
import { listProblems } from "@/components/library/problems/problems";
import { splitFindings } from "@/components/library/problems/split-findings";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";

/** What reviewers will see at once, what blocks first: better to know it before they are asked. */
export function DraftProblems({ workspace, skill }: { workspace: string; skill: string }) {
  const { data: draft } = useQuery(draftQuery(client.library, workspace, skill));
  const found = draft ? listProblems(draft.issues, splitFindings(draft.findings).open) : [];
  const problems = found.filter(({ blocking, finding, severity }) =>
    finding ? severity !== "info" : blocking,
  );
  if (problems.length === 0) return null;
  const blocking = problems.filter((problem) => problem.blocking).length;
  return (
    <section aria-label="Findings" className="grid gap-1">
      <p className="font-medium">
        {formatCount(problems.length, "problem")}
        {blocking > 0 ? <span className="font-normal text-ink-3">, {blocking} block publishing</span> : null}
      </p>
      <ul className="grid max-h-36 gap-1.5 overflow-auto">
        {problems.map((problem) => (
          <li key={problem.id} className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2">
            <Icon
              of={problem.blocking ? CircleX : TriangleAlert}
              size={14}
              className={problem.blocking ? "mt-0.5 text-danger" : "mt-0.5 text-warn"}
            />
            <span className="[overflow-wrap:anywhere]">
              <ShownText text={problem.message} />{" "}
              <span className="text-12 text-ink-3">
                <ShownText text={problem.path} />, line {problem.range.startLine}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
