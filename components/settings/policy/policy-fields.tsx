"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { decidingRoles, mostApprovals } from "@/lib/reviews/policy-options";
import { SettingsGroup } from "../settings-group";
import { orAbove, type PolicyForm } from "./policy-form";

export type FieldsProps = {
  form: PolicyForm;
  set: (change: Partial<PolicyForm>) => void;
  readOnly: boolean;
};

/** As the one thing that a choice says: "Reviewer or above". */
const atLeast = (role: (typeof decidingRoles)[number]) => {
  const words = orAbove(role);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function ApprovalFields({ form, set, readOnly }: FieldsProps) {
  const count = (value: string) => {
    const typed = Number.parseInt(value, 10);
    return Number.isNaN(typed) ? 0 : Math.max(0, Math.min(mostApprovals, typed));
  };
  return (
    <SettingsGroup
      title="Approvals"
      help="Each is for exactly the bytes that were looked at. In a workspace of one person none is asked for."
    >
      <Field label="How many" help={`From 0 to ${mostApprovals}.`}>
        <Input
          size="form"
          type="number"
          min={0}
          max={mostApprovals}
          value={form.approvals}
          readOnly={readOnly}
          onChange={({ target }) => set({ approvals: count(target.value) })}
          className="w-24"
        />
      </Field>
      <Field
        label="How many where it can do more than before"
        help="For a draft with hosts, commands, paths, variables, packages or tools that the published version has not. Only approvals of people who were shown them count. 0: as many as otherwise."
      >
        <Input
          size="form"
          type="number"
          min={0}
          max={mostApprovals}
          value={form.growthApprovals}
          readOnly={readOnly}
          onChange={({ target }) => set({ growthApprovals: count(target.value) })}
          className="w-24"
        />
      </Field>
      <Field
        label="Who can approve"
        help="Nobody approves what they wrote part of: whoever saved anything since the newest version, or whose suggestion was applied, does not count."
      >
        <Select
          size="form"
          className="max-w-60"
          value={form.approverRole}
          disabled={readOnly}
          onChange={({ target }) => {
            const role = decidingRoles.find((one) => one === target.value);
            if (role) set({ approverRole: role });
          }}
        >
          {decidingRoles.map((role) => (
            <option key={role} value={role}>
              {atLeast(role)}
            </option>
          ))}
        </Select>
      </Field>
    </SettingsGroup>
  );
}

export function BlockingFields({ form, set, readOnly }: FieldsProps) {
  return (
    <SettingsGroup title="Blocks publishing" help="Besides missing approvals.">
      <div className="grid gap-1">
        <Checkbox
          label="Open threads"
          help="Each is to be resolved first."
          checked={form.openThreadsBlock}
          disabled={readOnly}
          onChange={({ target }) => set({ openThreadsBlock: target.checked })}
        />
        <Checkbox
          label="Blocking findings"
          help="Secrets, hidden text, dangerous commands: each is fixed, or dismissed with a written reason."
          checked={form.findingsBlock}
          disabled={readOnly}
          onChange={({ target }) => set({ findingsBlock: target.checked })}
        />
        <Checkbox
          label="Errors by the specification"
          help="Whatever its reference validator refuses, such as a name with an underscore or a field that only some hosts read, and a name or description that reads as a number. Otherwise most of them are warnings."
          checked={form.specificationBlocks}
          disabled={readOnly}
          onChange={({ target }) => set({ specificationBlocks: target.checked })}
        />
      </div>
    </SettingsGroup>
  );
}

export function BypassFields({ form, set, readOnly }: FieldsProps) {
  return (
    <SettingsGroup
      title="Bypass"
      help="For emergencies. Each asks for a reason, which the version and the audit keep."
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">Who may</legend>
        {decidingRoles.map((role) => (
          <Checkbox
            key={role}
            label={<span className="capitalize">{role}</span>}
            checked={form.bypassRoles.includes(role)}
            disabled={readOnly}
            onChange={({ target }) =>
              set({
                bypassRoles: target.checked
                  ? [...form.bypassRoles, role]
                  : form.bypassRoles.filter((one) => one !== role),
              })
            }
          />
        ))}
      </fieldset>
    </SettingsGroup>
  );
}

export function LabelFields({ form, set, readOnly }: FieldsProps) {
  return (
    <SettingsGroup
      title="Protected labels"
      help="Agents that follow them get only what met the policy, moved there by an admin."
    >
      <Field label="Labels" help="Separated by commas or spaces.">
        <Input
          size="form"
          mono
          value={form.labels}
          readOnly={readOnly}
          onChange={({ target }) => set({ labels: target.value })}
        />
      </Field>
    </SettingsGroup>
  );
}
