"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { type FormEvent, useState } from "react";
import { labelsQuery, skillQuery } from "@/components/data/skill-queries";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { ReasonField } from "@/components/ui/reason-field";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError, client } from "@/lib/api/client";
import { labelNameProblem } from "@/lib/library/labels/label-options";
import type { LabelList } from "@/lib/library/labels/label-schema";
import { labelEffects } from "./label-effects";
import { useVersionActs } from "./use-version-acts";

type LabelDialogProps = { workspace: string; skill: string; number: number; close: () => void };

/** Which labels stand for a version: add one, bring one here from another version, take one away. */
export function LabelDialog({ workspace, skill, number, close }: LabelDialogProps) {
  const labels = useQuery(labelsQuery(client.library, workspace, skill));
  return (
    <Dialog
      open
      onOpenChange={close}
      size="small"
      title={`Labels of v${number}`}
      description="Agents that follow a label get the version that it stands for."
      footer={<Button onClick={close}>Close</Button>}
    >
      {labels.data ? (
        <LabelForm workspace={workspace} skill={skill} number={number} list={labels.data} />
      ) : labels.isError ? (
        <ErrorNotice error={labels.error} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Dialog>
  );
}

type LabelFormProps = { workspace: string; skill: string; number: number; list: LabelList };

function LabelForm({ workspace, skill, number, list }: LabelFormProps) {
  const { move, remove } = useVersionActs(workspace, skill);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const name = typed.trim();
  const place = list.items.find((item) => item.name === name)?.version ?? null;
  const isHere = place === number;
  const isProtected = list.protectedLabels.includes(name);
  const blocked = useLabelBlock(list, name);
  const needsReason =
    move.error instanceof ApiError &&
    move.error.details.reason === "policy" &&
    move.variables?.label === name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (blocked || name === "" || isHere || move.isPending) return;
    const bypass = needsReason && reason.trim() !== "" ? { bypassReason: reason } : {};
    move.mutate(
      { label: name, version: number, expectedVersion: place, ...bypass },
      { onSuccess: () => setTyped("") },
    );
  };
  const others = list.items.filter(({ version }) => version !== number);
  return (
    <div className="grid gap-4">
      <LabelRows list={list} number={number} onRemove={remove} />
      <form onSubmit={submit} className="grid gap-3">
        <Field label="Label to put here" help={helpFor({ name, place, number, isProtected })} error={blocked}>
          <Input
            size="form"
            mono
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            list="labels-elsewhere"
            placeholder="staging"
            maxLength={40}
          />
        </Field>
        <datalist id="labels-elsewhere">
          {[...new Set([...others.map((item) => item.name), ...list.protectedLabels])].map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        {name === "" || isHere ? null : (
          <LabelEffects workspace={workspace} skill={skill} label={name} from={place} to={number} />
        )}
        {needsReason && list.mayBypass ? (
          <ReasonField
            label="Why it should stand here nevertheless"
            value={reason}
            onValueChange={setReason}
            help="The audit trail keeps it."
          />
        ) : null}
        <ErrorNotice error={move.error} />
        <ErrorNotice error={remove.error} />
        <div>
          <Button
            type="submit"
            variant="primary"
            pending={move.isPending}
            missingRight={name !== "" && labelNameProblem(name) ? undefined : blocked}
            blockedReason={
              blocked ??
              (name === "" ? "Name a label first." : isHere ? "It stands here already." : undefined)
            }
          >
            {place === null || isHere ? "Add the label" : `Move it here from v${place}`}
          </Button>
        </div>
      </form>
    </div>
  );
}

function useLabelBlock(list: LabelList, name: string): string | undefined {
  const roleBlock = useBlockedFor("labels.move");
  const protectedBlock = useBlockedFor("labels.protected");
  if (roleBlock) return roleBlock;
  if (name === "") return undefined;
  const problem = labelNameProblem(name);
  if (problem) return problem;
  return list.protectedLabels.includes(name) && !list.mayMoveProtected
    ? `${name} is protected. ${protectedBlock ?? "A person has to move it."}`
    : undefined;
}

type LabelEffectsProps = {
  workspace: string;
  skill: string;
  label: string;
  from: number | null;
  to: number;
};

/** Whom the move reaches: said before it is made. */
function LabelEffects({ workspace, skill, ...move }: LabelEffectsProps) {
  const { data } = useQuery(skillQuery(client.library, workspace, skill));
  const effects = data ? labelEffects(data, move) : [];
  if (effects.length === 0) return data ? <p className="text-12 text-ink-3">No agent follows it.</p> : null;
  return (
    <ul aria-label="Agents that this changes" className="grid max-h-40 gap-1 overflow-auto text-ink-2">
      {effects.map((effect) => (
        <li key={effect}>
          <ShownText text={effect} />
        </li>
      ))}
    </ul>
  );
}

type HelpFor = { name: string; place: number | null; number: number; isProtected: boolean };

function helpFor({ name, place, number, isProtected }: HelpFor): string {
  const guard = isProtected ? " It is protected: only a version that met the review policy can have it." : "";
  if (name === "") return "Lower-case letters, digits and hyphens.";
  if (place === number) return `It stands here already.${guard}`;
  return place === null ? `No version has it yet.${guard}` : `It stands for v${place} now.${guard}`;
}

type LabelRowsProps = {
  list: LabelList;
  number: number;
  onRemove: ReturnType<typeof useVersionActs>["remove"];
};

function LabelRows({ list, number, onRemove }: LabelRowsProps) {
  const blocked = useBlockedFor("labels.move");
  const here = list.items.filter(({ version }) => version === number);
  if (here.length === 0)
    return (
      <p className="text-ink-3">
        No label stands for v{number}
        {list.latest === number ? " but latest, which always follows the newest" : ""}.
      </p>
    );
  return (
    <ul className="grid gap-1">
      {here.map((label) => (
        <li key={label.name} className="flex min-h-7 items-center gap-2">
          <code>
            <ShownText text={label.name} />
          </code>
          {label.protected ? (
            <span className="inline-flex items-center gap-1 text-12 text-ink-3">
              <Icon of={Lock} size={13} /> protected
            </span>
          ) : null}
          <Button
            size="small"
            className="ml-auto"
            pending={onRemove.isPending}
            missingRight={
              blocked ??
              (label.protected && !list.mayMoveProtected
                ? "A protected label is moved by admins."
                : undefined)
            }
            onClick={() => onRemove.mutate({ label: label.name, version: number })}
          >
            Remove{" "}
            <span className="sr-only">
              <ShownText text={label.name} />
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
