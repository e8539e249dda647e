"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleX, TriangleAlert } from "lucide-react";
import { draftQuery } from "@/components/data/skill-queries";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { client } from "@/lib/api/client";
import type { Draft } from "@/lib/library/schema";

type Problem = { id: string; message: string; path: string; line: number; blocks: boolean };

/** Errors and findings that nobody has accepted, those that block first. */
export function problemsOf({ issues, findings }: Pick<Draft, "issues" | "findings">): Problem[] {
  const errors = issues
    .filter(({ severity }) => severity === "error")
    .map(({ message, path, range, rule }) => ({
      id: `${path}:${range.startLine}:${range.startColumn}:${rule}`,
      message,
      path,
      line: range.startLine,
      blocks: true,
    }));
  const open = findings
    .filter(({ dismissal, severity }) => dismissal === null && severity !== "info")
    .map(({ message, path, range, fingerprint, severity }) => ({
      id: fingerprint,
      message,
      path,
      line: range.startLine,
      blocks: severity === "blocking",
    }));
  return [...errors, ...open].sort((left, right) => Number(right.blocks) - Number(left.blocks));
}

/** What reviewers will see at once: better to know it before they are asked. */
export function DraftProblems({ workspace, skill }: { workspace: string; skill: string }) {
  const { data: draft } = useQuery(draftQuery(client.library, workspace, skill));
  const problems = draft ? problemsOf(draft) : [];
  if (problems.length === 0) return null;
  const blocking = problems.filter(({ blocks }) => blocks).length;
  return (
    <section aria-label="Findings" className="grid gap-1">
      <p className="font-medium">
        {formatCount(problems.length, "problem")}
        {blocking > 0 ? <span className="font-normal text-ink-3">, {blocking} block publishing</span> : null}
      </p>
      <ul className="grid max-h-36 gap-1.5 overflow-auto">
        {problems.map(({ id, message, path, line, blocks }) => (
          <li key={id} className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2">
            <Icon
              of={blocks ? CircleX : TriangleAlert}
              size={14}
              className={blocks ? "mt-0.5 text-danger" : "mt-0.5 text-warn"}
            />
            <span className="[overflow-wrap:anywhere]">
              {message}{" "}
              <span className="text-12 text-ink-3">
                {path}, line {line}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
