"use client";

import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "@/components/data/review-queries";
import { membersQuery } from "@/components/data/settings-queries";
import { useSession } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { isPresent } from "@/lib/access/present-member";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { ManyAct } from "./act-words";
import { AgentChoice, FollowsChoice } from "./agent-choice";
import type { ActInput } from "./build-acts";

export type FieldsProps = {
  workspace: string;
  kind: ManyAct;
  input: ActInput;
  onChange: (change: Partial<ActInput>) => void;
  /** The agents are given by the page: nobody is asked for them. */
  fixedAgents: boolean;
  /** Of skills that it would be done to. */
  count: number | null;
};

/** What a dialog asks before the preview: as little as the act needs. */
export function ActFields(props: FieldsProps) {
  switch (props.kind) {
    case "publish":
      return <PublishFields {...props} />;
    case "request-review":
      return <ReviewRequestFields {...props} />;
    case "assign":
      return (
        <>
          {props.fixedAgents ? null : <AgentChoice {...props} mayBeNew />}
          <FollowsChoice {...props} />
        </>
      );
    case "unassign":
      return props.fixedAgents ? null : <AgentChoice {...props} mayBeNew={false} />;
    case "label":
      return <LabelField {...props} />;
    case "add-maintainer":
      return <PersonField {...props} />;
    case "delete":
      return <ConfirmField {...props} />;
    default:
      return null;
  }
}

function PublishFields({ workspace, input, onChange, fixedAgents, ...rest }: FieldsProps) {
  const noAgents = useBlockedFor("agents.edit");
  return (
    <>
      <Checkbox
        label="Assign them, too"
        help={noAgents}
        disabled={noAgents !== undefined}
        checked={input.alsoAssign && noAgents === undefined}
        onChange={({ target }) => onChange({ alsoAssign: target.checked })}
      />
      {input.alsoAssign && noAgents === undefined ? (
        <div className="grid gap-3 border-line border-l-2 pl-3">
          <AgentChoice workspace={workspace} input={input} onChange={onChange} mayBeNew {...rest} />
        </div>
      ) : null}
      <NoteField label="What changed, for every version" input={input} onChange={onChange} />
    </>
  );
}

type NoteFieldProps = Pick<FieldsProps, "input" | "onChange"> & { label: string; help?: string };

function NoteField({ label, help, input, onChange }: NoteFieldProps) {
  return (
    <Field label={label} help={help}>
      <Input
        size="form"
        maxLength={2_000}
        value={input.note}
        onChange={({ target }) => onChange({ note: target.value })}
      />
    </Field>
  );
}

function ReviewRequestFields({ workspace, input, onChange }: FieldsProps) {
  const { user } = useSession();
  const { data } = useQuery(membersQuery(client.workspaces, workspace));
  const others = (data?.items ?? []).filter((member) => member.userId !== user.id && isPresent(member));
  return (
    <>
      <NoteField
        label="Note for the reviewers"
        help="Each review is called after what its draft changes."
        input={input}
        onChange={onChange}
      />
      {others.length === 0 ? null : (
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium">Reviewers</legend>
          <ul className="grid max-h-32 grid-cols-2 gap-x-4 overflow-auto compact:grid-cols-1">
            {others.map(({ userId, name, role }) => (
              <li key={userId} className="flex min-h-7 items-center gap-2">
                <Checkbox
                  label={markHidden(name)}
                  checked={input.reviewers.includes(userId)}
                  onChange={({ target }) =>
                    onChange({
                      reviewers: target.checked
                        ? [...input.reviewers, userId]
                        : input.reviewers.filter((id) => id !== userId),
                    })
                  }
                  className="min-w-0 flex-1"
                />
                <span className="flex-none text-12 text-ink-3">{role}</span>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </>
  );
}

function LabelField({ workspace, input, onChange }: FieldsProps) {
  const { data: policy } = useQuery(policyQuery(client.reviews, workspace));
  return (
    <Field label="Label" help="It comes to stand for the latest version of each, wherever it stands now.">
      <Input
        size="form"
        mono
        maxLength={40}
        placeholder="staging"
        list="labels-for-many"
        value={input.label}
        onChange={({ target }) => onChange({ label: target.value })}
        end={
          <datalist id="labels-for-many">
            {policy?.protectedLabels.map((label) => (
              <option key={label} value={label} />
            ))}
          </datalist>
        }
      />
    </Field>
  );
}

function PersonField({ workspace, input, onChange }: FieldsProps) {
  const { data } = useQuery(membersQuery(client.workspaces, workspace));
  const members = (data?.items ?? []).filter(({ isDeactivated }) => !isDeactivated);
  return (
    <Field label="Co-maintainer" help="Counts as an author of these skills alone, whatever their role.">
      <Select
        size="form"
        value={input.person}
        onChange={({ target }) => onChange({ person: target.value })}
        className="w-72"
      >
        <option value="">Choose a person</option>
        {members.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {markHidden(name)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function ConfirmField({ input, onChange, count }: FieldsProps) {
  if (count === null || count === 0) return null;
  return (
    <Field
      label={
        <>
          Type <code className="text-13">{count}</code> to confirm
        </>
      }
    >
      <Input
        size="form"
        mono
        inputMode="numeric"
        className="w-40"
        value={input.confirm}
        onChange={({ target }) => onChange({ confirm: target.value })}
      />
    </Field>
  );
}
