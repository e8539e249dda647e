"use client";

import Link from "next/link";
import { type ReactNode, useRef } from "react";
import { agentPath } from "@/components/data/agent-paths";
import { suiteRunPath } from "@/components/data/proof-paths";
import { skillPath } from "@/components/data/skill-paths";
import { useWalkKeys } from "@/components/layout/use-walk-keys";
import { formatCount, formatNumber } from "@/components/ui/format";
import { keepFigures } from "@/components/ui/keep-figures";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { RadarRunDetail, RadarSkill } from "@/lib/radar/schema";
import { signedShare } from "@/lib/suites/effect-words";
import { IntervalPlot } from "../interval-plot";
import { RadarWordMark } from "./radar-word";
import { againstText, proportionText } from "./radar-words";

type RadarTableProps = { workspace: string; run: RadarRunDetail };

/** A skill a row, those that call for something first: its word, why, and the figures of both models. */
export function RadarTable({ workspace, run }: RadarTableProps) {
  const region = useRef<HTMLDivElement>(null);
  useWalkKeys(region, "a[data-skill]", "skill");
  return (
    <div ref={region}>
      <ScrollingRegion label="Skills">
        <Table
          caption="What the new model makes of each skill, those that call for something first"
          stacked="edges"
          className="min-w-[1000px]"
        >
          <thead>
            <tr>
              <HeaderCell width={180}>Skill</HeaderCell>
              <HeaderCell>What it is now</HeaderCell>
              <HeaderCell width={220} title={againstText(run)}>
                <span className="block truncate">
                  <ShownText text={againstText(run)} />
                </span>
              </HeaderCell>
              <HeaderCell width={220} title={run.model.name}>
                <span className="block truncate">
                  <ShownText text={run.model.name} />
                </span>
              </HeaderCell>
              <HeaderCell width={150} numeric>
                Tokens, estimate
              </HeaderCell>
            </tr>
          </thead>
          <tbody>
            {run.skills.map((skill) => (
              <SkillRow key={skill.skill} workspace={workspace} run={run} skill={skill} />
            ))}
          </tbody>
        </Table>
      </ScrollingRegion>
    </div>
  );
}

const whole = "whitespace-normal py-2 align-top [overflow-wrap:anywhere]";

function SkillRow({ workspace, run, skill }: RadarTableProps & { skill: RadarSkill }) {
  const { tasks, finding, agent } = skill;
  const texts = [tasks?.text, finding?.text].filter((text) => text !== undefined);
  return (
    <Row>
      <Cell className={whole}>
        <Link
          data-skill
          href={skillPath(workspace, skill.skill)}
          className="inline-flex min-h-6 items-center font-medium font-mono text-13 text-ink underline-offset-3 hover:underline"
        >
          {skill.skill}
        </Link>
        <span className="block text-12 text-ink-3">
          {skill.version === null ? "draft" : `v${skill.version}`}
          {agent === null ? null : (
            <>
              , with <ShownText text={agent} />
            </>
          )}
        </span>
      </Cell>
      <Cell className={whole}>
        <RadarWordMark word={skill.word} />
        {(texts.length > 0 ? texts : [skill.notMeasured ?? ""]).map((text) => (
          <span key={text} className="block text-12 text-ink-2">
            <ShownText text={keepFigures(text)} />
          </span>
        ))}
        {skill.word === "unnecessary" && agent !== null ? (
          <TextLink href={agentPath(workspace, agent)} className="inline-flex min-h-6 items-center text-12">
            Remove from agent: open its skills
          </TextLink>
        ) : null}
      </Cell>
      <Cell className={whole}>
        <SideName name={againstText(run)} />
        <Side workspace={workspace} tasks={tasks?.before ?? null} finding={finding?.before ?? null} />
      </Cell>
      <Cell className={whole}>
        <SideName name={run.model.name} />
        <Side workspace={workspace} tasks={tasks?.now ?? null} finding={finding?.now ?? null} />
      </Cell>
      <Cell numeric className={whole}>
        <Tokens tokens={skill.tokens} />
      </Cell>
    </Row>
  );
}

/** Of which model the figures are: on a phone no head says it. */
function SideName({ name }: { name: string }) {
  return (
    <span className="hidden text-12 text-ink-3 compact:block">
      <ShownText text={name} />
    </span>
  );
}

type SideProps = {
  workspace: string;
  tasks: NonNullable<RadarSkill["tasks"]>["now"];
  finding: NonNullable<RadarSkill["finding"]>["now"];
};

/** What one of the two models came to; each figure leads to its run. */
function Side({ workspace, tasks, finding }: SideProps) {
  if (tasks === null && finding === null) return <NoValue label="Not measured" />;
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {tasks === null ? null : (
        <RunLink workspace={workspace} run={tasks.run}>
          <Figure label="With" value={tasks.found} />
          <Figure label="Without" value={tasks.without} />
          {tasks.overall === null ? null : (
            <span className="block">
              Effect <span className="text-ink">{signedShare(tasks.overall.total)}</span>
            </span>
          )}
        </RunLink>
      )}
      {finding === null ? null : (
        <RunLink workspace={workspace} run={finding.run}>
          <Figure label="Recall" value={finding.recall} />
        </RunLink>
      )}
    </span>
  );
}

type Run = NonNullable<SideProps["tasks"]>["run"];

function RunLink({ workspace, run, children }: { workspace: string; run: Run; children: ReactNode }) {
  return (
    <Link
      href={suiteRunPath(workspace, run.skill, run.number)}
      className="block min-h-6 text-12 tabular-nums underline-offset-3 hover:underline"
    >
      {children}
      <span className="block truncate text-ink-3" title={markHidden(run.model)}>
        run {run.number}, <ShownText text={run.model} />
      </span>
    </Link>
  );
}

type FigureProps = { label: string; value: NonNullable<SideProps["tasks"]>["found"] };

function Figure({ label, value }: FigureProps) {
  return (
    <span className="block">
      {label} <span className="text-ink">{proportionText(value)}</span>
      <IntervalPlot candidate={value} className="max-w-44" />
    </span>
  );
}

function Tokens({ tokens }: Pick<RadarSkill, "tokens">) {
  if (tokens === null) return <NoValue label="No task was tried" />;
  return (
    <span className="text-12">
      <span className="block">{formatCount(tokens.catalogue, "token")} a request</span>
      {tokens.activation === null ? null : (
        <span className="block text-ink-3">+{formatNumber(tokens.activation)} when loaded</span>
      )}
    </span>
  );
}
