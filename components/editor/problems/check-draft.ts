import type { DialectId } from "@/lib/dialects/dialect-heads";
import { type Finding, findFindings } from "@/lib/findings/find-findings";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { type Invocation, readInvocation } from "@/lib/skills/invocation";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import { validatePackage } from "@/lib/skills/validate-package";
import { type AgentView, renderAgentView } from "../agent-view/agent-view";

/** A file of the draft: with its text when the worker has not seen this text yet. */
export type CheckedFile = { path: string; size: number; kind: "text" | "binary"; text?: string };

export type CheckRequest = {
  sequence: number;
  folderName: string;
  siblings: readonly { name: string }[];
  files: readonly CheckedFile[];
  /** Which hosts' views are asked for. */
  dialects: readonly DialectId[];
};

export type CheckResult = {
  sequence: number;
  issues: SkillIssue[];
  findings: Finding[];
  /** Files whose text took part; findings in others are the server's to tell. */
  readPaths: string[];
  /** Quick estimates; the server's own count replaces them after a save. */
  tokens: { metadata: number; instructions: number; resources: number };
  /** Counts the files besides SKILL.md. */
  resourceTokens: { path: string; tokens: number }[];
  /** What SKILL.md says of itself now. */
  name: string;
  description: string;
  invocation: Invocation;
  /** They stand in the order asked for. */
  views: AgentView[];
};

type Reading = { text: string; findings: Finding[]; tokens: number };

/** Remembers texts and what was found in each, so that a keystroke costs one file. */
export class DraftChecker {
  private readings = new Map<string, Reading>();

  async check({ sequence, folderName, siblings, files, dialects }: CheckRequest): Promise<CheckResult> {
    this.read(files);
    const known = files.map(({ path, size }) => {
      const text = this.readings.get(path)?.text;
      return text === undefined ? { path, size } : { path, size, text };
    });
    const { skill, issues } = validatePackage({ folderName, files: known, siblings });
    const { name, description, body } = skill;
    const invocation = readInvocation(skill.frontmatter);
    const skillPath = findSkillFile(files.map((file) => file.path));
    const resourceTokens = [...this.readings].flatMap(([path, { tokens }]) =>
      path === skillPath ? [] : [{ path, tokens }],
    );
    return {
      sequence,
      issues,
      findings: [...this.readings.values()].flatMap((reading) => reading.findings),
      readPaths: [...this.readings.keys()],
      resourceTokens,
      tokens: {
        metadata: estimateTokens(`${name}${description}`),
        instructions: estimateTokens(body),
        resources: resourceTokens.reduce((sum, { tokens }) => sum + tokens, 0),
      },
      name,
      description,
      invocation,
      views: await Promise.all(
        dialects.map((id) => renderAgentView({ name, description, invocation, files: known }, id)),
      ),
    };
  }

  private read(files: readonly CheckedFile[]): void {
    const before = this.readings;
    this.readings = new Map();
    for (const { path, size, kind, text } of files) {
      const known = kind === "text" ? before.get(path) : undefined;
      if (known && (text === undefined || known.text === text)) this.readings.set(path, known);
      else if (text !== undefined)
        this.readings.set(path, {
          text,
          findings: findFindings([{ path, size, text }]),
          tokens: estimateTokens(text),
        });
    }
  }
}
