"use client";

import { Trash2, TriangleAlert } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Icon } from "@/components/ui/icon";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { type GraderRow, graderProblem, graderWords, isGraderKind } from "./grader-rows";

type GraderFieldsProps = {
  row: GraderRow;
  /** From 1. */
  number: number;
  skill: string;
  siblings: readonly string[];
  packageFiles: readonly string[];
  readOnly: boolean;
  onChange: (part: Partial<Omit<GraderRow, "key">>) => void;
  onRemove: () => void;
};

/** One grader: its kind, and what that kind asks for. */
export function GraderFields(props: GraderFieldsProps) {
  const { row, number, readOnly, onChange, onRemove } = props;
  const problem = graderProblem(row);
  const note = noteOf(row, props.skill);
  return (
    <fieldset className="grid gap-2 rounded-2 border border-line-strong p-2.5">
      <legend className="sr-only">Grader {number}</legend>
      <div className="flex items-center gap-2">
        <Select
          aria-label={`Kind of grader ${number}`}
          value={row.kind}
          disabled={readOnly}
          onChange={({ target: { value } }) => (isGraderKind(value) ? onChange({ kind: value }) : undefined)}
        >
          {Object.entries(graderWords).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </Select>
        {readOnly ? null : (
          <IconButton
            icon={Trash2}
            size="icon-small"
            className="ml-auto"
            label={`Remove grader ${number}`}
            onClick={onRemove}
          />
        )}
      </div>
      <KindFields {...props} />
      {problem === undefined ? null : (
        <p className="flex items-start gap-1.5 text-12 text-warn">
          <Icon of={TriangleAlert} size={14} className="mt-px" />
          {problem}
        </p>
      )}
      {note === null ? null : <p className="text-12 text-ink-3">{note}</p>}
    </fieldset>
  );
}

/** What somebody should know before they rely on a kind. */
function noteOf({ kind, skill }: GraderRow, own: string): string | null {
  if (kind === "judge") return "A judge model compares the arms; no answer passes or fails by it alone.";
  if (kind === "file-exists" || kind === "file-equals")
    return "Files that a session makes cannot be seen here: it decides nothing yet.";
  if ((kind === "activated" || kind === "read") && skill === own)
    return "Without the skill it could not hold, so there it is not looked at.";
  return null;
}

function KindFields(props: GraderFieldsProps) {
  const { row, number, readOnly, onChange } = props;
  switch (row.kind) {
    case "contains":
    case "not-contains":
      return <AnswerPart {...props} />;
    case "regex":
    case "not-regex":
      return <PatternPart {...props} />;
    case "json-schema":
      return <JsonPart {...props} label={`Schema of grader ${number}`} placeholder='{"type": "object"}' />;
    case "file-exists":
      return <PathPart {...props} />;
    case "file-equals":
      return (
        <>
          <PathPart {...props} />
          <OwnText {...props} />
        </>
      );
    case "tool-called":
    case "tool-not-called":
      return <ToolPart {...props} />;
    case "activated":
    case "not-activated":
      return <SkillPart {...props} />;
    case "read":
      return (
        <>
          <SkillPart {...props} />
          <PathPart {...props} />
        </>
      );
    case "tokens-at-most":
      return <TokensPart {...props} />;
    case "judge":
      return (
        <TextPart
          label={`Criterion of grader ${number}`}
          placeholder="What a good answer is like, in one sentence"
          value={row.criterion}
          readOnly={readOnly}
          onText={(criterion) => onChange({ criterion })}
        />
      );
  }
}

const OwnText = ({ row, number, readOnly, onChange }: GraderFieldsProps) => (
  <TextPart
    label={`Text of grader ${number}`}
    value={row.text}
    readOnly={readOnly}
    onText={(text) => onChange({ text })}
  />
);

function AnswerPart(props: GraderFieldsProps) {
  const { row, readOnly, onChange } = props;
  return (
    <>
      <OwnText {...props} />
      <Checkbox
        checked={row.ignoreCase === true}
        disabled={readOnly}
        label="Capitals do not matter"
        onChange={({ target }) => onChange({ ignoreCase: target.checked ? true : undefined })}
      />
    </>
  );
}

const PatternPart = ({ row, number, readOnly, onChange }: GraderFieldsProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_88px] gap-2">
    <LinePart
      label={`Pattern of grader ${number}, in the syntax of RE2`}
      placeholder="RE2 pattern"
      mono
      value={row.pattern}
      readOnly={readOnly}
      onText={(pattern) => onChange({ pattern })}
    />
    <LinePart
      label={`Flags of grader ${number}: i, m, s`}
      placeholder="flags"
      mono
      value={row.flags ?? ""}
      readOnly={readOnly}
      onText={(flags) => onChange({ flags: flags === "" ? undefined : flags })}
    />
  </div>
);

const TokensPart = ({ row, number, readOnly, onChange }: GraderFieldsProps) => (
  <LinePart
    label={`Tokens of grader ${number}`}
    placeholder="4000"
    inputMode="numeric"
    value={row.tokens}
    readOnly={readOnly}
    onText={(tokens) => onChange({ tokens })}
    className="max-w-40"
  />
);

type LinePartProps = Omit<ComponentProps<typeof Input>, "onChange"> & {
  label: string;
  onText: (text: string) => void;
};

const LinePart = ({ label, onText, ...rest }: LinePartProps) => (
  <Input {...rest} aria-label={label} onChange={({ target }) => onText(target.value)} />
);

type TextPartProps = Omit<ComponentProps<typeof Textarea>, "onChange"> & {
  label: string;
  onText: (text: string) => void;
};

const TextPart = ({ label, onText, ...rest }: TextPartProps) => (
  <Textarea
    {...rest}
    aria-label={label}
    rows={1}
    onChange={({ target }) => onText(target.value)}
    className="field-sizing-content max-h-48 min-h-ctl resize-none px-2! py-1!"
  />
);

function JsonPart({ row, readOnly, onChange, label, placeholder }: GraderFieldsProps & JsonWords) {
  return (
    <TextPart
      label={label}
      placeholder={placeholder}
      mono
      value={row.json}
      readOnly={readOnly}
      onText={(json) => onChange({ json })}
    />
  );
}

type JsonWords = { label: string; placeholder: string };

function ToolPart(props: GraderFieldsProps) {
  const { row, number, readOnly, onChange } = props;
  return (
    <>
      <LinePart
        label={`Tool of grader ${number}`}
        placeholder="name of the tool"
        mono
        value={row.tool}
        readOnly={readOnly}
        onText={(tool) => onChange({ tool })}
      />
      {row.kind === "tool-called" ? (
        <JsonPart
          {...props}
          label={`With what grader ${number} wants it called, as JSON`}
          placeholder="With what, as JSON (may stay empty)"
        />
      ) : null}
    </>
  );
}

function SkillPart({ row, number, siblings, readOnly, onChange }: GraderFieldsProps) {
  const names = siblings.includes(row.skill) || row.skill === "" ? siblings : [row.skill, ...siblings];
  return (
    <Select
      aria-label={`Skill of grader ${number}`}
      value={row.skill}
      disabled={readOnly}
      onChange={({ target }) => onChange({ skill: target.value })}
    >
      <option value="">choose a skill</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {markHidden(name)}
        </option>
      ))}
    </Select>
  );
}

function PathPart({ row, number, packageFiles, readOnly, onChange }: GraderFieldsProps) {
  const id = useId();
  return (
    <>
      <LinePart
        label={`File of grader ${number}`}
        placeholder="references/tone.md"
        mono
        list={id}
        value={row.path}
        readOnly={readOnly}
        onText={(path) => onChange({ path })}
      />
      <datalist id={id}>
        {packageFiles.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
}
