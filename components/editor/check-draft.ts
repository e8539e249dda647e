import { type Finding, findFindings } from "@/lib/findings/find-findings";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import { validatePackage } from "@/lib/skills/validate-package";

/** A file of the draft: with its text when the worker has not seen this text yet. */
export type CheckedFile = { path: string; size: number; kind: "text" | "binary"; text?: string };

export type CheckRequest = {
  sequence: number;
  folderName: string;
  siblings: readonly { name: string }[];
  files: readonly CheckedFile[];
};

/** Quick estimates; the server's own count replaces them after a save. */
export type DraftTokens = { metadata: number; instructions: number; resources: number };

export type CheckResult = {
  sequence: number;
  issues: SkillIssue[];
  findings: Finding[];
  tokens: DraftTokens;
  skill: { name: string; description: string; body: string; loads: boolean };
};

/** Remembers texts and what was found in each, so that a keystroke costs one file. */
export class DraftChecker {
  private seen = new Map<string, { text: string; findings: Finding[]; tokens: number }>();

  check(request: CheckRequest): CheckResult {
    const before = this.seen;
    this.seen = new Map();
    for (const file of request.files) {
      const known = before.get(file.path);
      if (file.text === undefined) {
        if (known && file.kind === "text") this.seen.set(file.path, known);
        continue;
      }
      const { path, size, text } = file;
      const unchanged = known?.text === text ? known : null;
      this.seen.set(
        path,
        unchanged ?? { text, findings: findFindings([{ path, size, text }]), tokens: estimateTokens(text) },
      );
    }
    const files = request.files.map(({ path, size }) => {
      const text = this.seen.get(path)?.text;
      return text === undefined ? { path, size } : { path, size, text };
    });
    const { folderName, siblings } = request;
    const { skill, issues } = validatePackage({ folderName, files, siblings });
    const { name, description, body, loads } = skill;
    const skillPath = request.files.some((file) => file.path === "SKILL.md") ? "SKILL.md" : "skill.md";
    let resources = 0;
    for (const [path, { tokens }] of this.seen) if (path !== skillPath) resources += tokens;
    return {
      sequence: request.sequence,
      issues,
      findings: [...this.seen.values()].flatMap((file) => file.findings),
      tokens: {
        metadata: estimateTokens(`${name}${description}`),
        instructions: estimateTokens(body),
        resources,
      },
      skill: { name, description, body, loads },
    };
  }
}
