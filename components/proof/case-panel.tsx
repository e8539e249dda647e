"use client";

import { newConversationPath } from "@/components/data/playground-paths";
import { skillEditPath } from "@/components/data/skill-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Button, ButtonLink } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import type { SuiteRun } from "@/lib/proof/schema";
import type { CaseResult } from "@/lib/proof/trials/trial-schema";
import { type HostResult, hostOf, type ShortTrial } from "./case-order";
import { ExpectedWord } from "./case-row";
import { OutcomeWord } from "./outcome-word";
import { outcomeWords } from "./proof-words";
import { isOver, Message, TrialView } from "./trial-view";

/** Keys of one digit. */
const mostKeys = 9;

type CasePanelProps = {
  skill: string;
  run: Pick<SuiteRun, "number" | "agent" | "dialects" | "state">;
  one: CaseResult;
  dialect: string;
  onDialect: (dialect: string) => void;
  /** The repeat that is looked at, from 1. */
  repeat: number;
  onRepeat: (repeat: number) => void;
  mayEdit: boolean;
  onEdit: () => void;
};

/** A case and the recorded session of one of its trials. */
export function CasePanel(props: CasePanelProps) {
  const { skill, run, one, dialect, onDialect, repeat, onRepeat, mayEdit, onEdit } = props;
  const { slug: workspace } = useWorkspace();
  const host = hostOf(one, dialect);
  const trial = host?.trials.find((each) => each.repeat === repeat) ?? host?.trials[0];
  return (
    <>
      <div className="flex min-h-10 items-center gap-2 border-line border-b px-4">
        <h2 className="whitespace-nowrap">Case {one.number}</h2>
        <span className="whitespace-nowrap text-ink-3 narrow:hidden">recorded session</span>
        {one.query.length > longestInAddress ? null : (
          <TextLink
            className="ml-auto whitespace-nowrap"
            href={newConversationPath(workspace, { agent: run.agent.slug, skill, message: one.query })}
          >
            Open in playground
          </TextLink>
        )}
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <Select
          aria-label="Host"
          value={dialect}
          onChange={({ target }) => onDialect(target.value)}
          className="max-w-[180px]"
        >
          {run.dialects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <TrialChoice trials={host?.trials ?? []} chosen={trial?.repeat ?? null} onChoose={onRepeat} />
      </div>
      <div className="border-line border-b px-4 py-3">
        <p className="text-12 text-ink-3">
          expects <ExpectedWord expected={one.expected} />
        </p>
        {trial && isOver(trial) ? null : <Message text={one.query} />}
        {host ? (
          <p className="mt-1">
            <HostLine host={host} />
          </p>
        ) : null}
      </div>
      {trial ? <TrialView key={trial.id} skill={skill} run={run} trial={trial} /> : null}
      <div className="flex flex-wrap gap-2 border-line border-t px-4 py-3">
        {mayEdit ? (
          <>
            <ButtonLink href={skillEditPath(workspace, skill)}>Edit description</ButtonLink>
            <Button onClick={onEdit}>Edit cases</Button>
          </>
        ) : null}
      </div>
    </>
  );
}

/** Servers refuse long addresses. */
const longestInAddress = 1_000;

function HostLine({ host }: { host: HostResult }) {
  const also = host.alsoActivated.join(", ");
  return (
    <>
      <OutcomeWord outcome={host.outcome} by={host.by} />
      <span className="text-12 text-ink-3">
        {" "}
        {host.counted === 0 ? "no trial counts" : `right in ${host.right} of ${host.counted} trials`}
        {also === "" ? null : (
          <>
            , also activated{" "}
            <span className="font-mono">
              <ShownText text={also} />
            </span>
          </>
        )}
      </span>
    </>
  );
}

type TrialChoiceProps = {
  trials: readonly ShortTrial[];
  chosen: number | null;
  onChoose: (repeat: number) => void;
};

function TrialChoice({ trials, chosen, onChoose }: TrialChoiceProps) {
  if (trials.length === 0) return null;
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      <span className="text-12 text-ink-3">Trial</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
      <div role="group" aria-label="Trial" className="inline-flex flex-wrap gap-0.5 rounded-2 bg-press p-0.5">
        {trials.map(({ repeat, outcome, state }) => (
          <button
            key={repeat}
            type="button"
            aria-pressed={repeat === chosen}
            aria-label={`Trial ${repeat}, ${outcome === null ? state : outcomeWords[outcome]}`}
            onClick={() => onChoose(repeat)}
            className={classNames(
              "h-6 min-w-7 rounded-1 px-1.5 text-12 text-ink-2",
              repeat === chosen && "bg-bg font-medium text-ink shadow-[0_0_0_1px_var(--line-strong)]",
            )}
          >
            {repeat}
          </button>
        ))}
      </div>
      {trials.slice(0, mostKeys).map(({ repeat }) => (
        <TrialKey key={repeat} repeat={repeat} onChoose={onChoose} />
      ))}
    </div>
  );
}

function TrialKey({ repeat, onChoose }: { repeat: number; onChoose: (repeat: number) => void }) {
  useShortcut(String(repeat), `Trial ${repeat}`, () => onChoose(repeat));
  return null;
}
