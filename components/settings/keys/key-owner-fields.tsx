"use client";

import { useQuery } from "@tanstack/react-query";
import { keysQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { isAtMost, type MachineRole, machineRoles, type Role } from "@/lib/access/permissions";
import { client } from "@/lib/api/client";
import type { CreateKey } from "@/lib/auth/key-schema";
import { markHidden } from "@/lib/kernel/mark-hidden";

/** Whom a new key acts as: its maker, a new machine in a role, or a machine that has a key already. */
export type KeyOwner =
  | { kind: "me" }
  | { kind: "new-machine"; role: MachineRole }
  | { kind: "machine"; id: string; role: Role };

export const machineOf = (owner: KeyOwner): CreateKey["machine"] => {
  if (owner.kind === "me") return undefined;
  return owner.kind === "machine" ? { id: owner.id } : { role: owner.role };
};

const firstRole = "author";

type KeyOwnerFieldsProps = { owner: KeyOwner; setOwner: (owner: KeyOwner) => void };

export function KeyOwnerFields({ owner, setOwner }: KeyOwnerFieldsProps) {
  const blocked = useBlockedFor("keys.machines");
  return (
    <>
      <RadioGroup
        legend="Acts as"
        value={owner.kind === "me" ? "me" : "machine"}
        onValueChange={(value) =>
          setOwner(value === "me" ? { kind: "me" } : { kind: "new-machine", role: firstRole })
        }
        options={[
          { value: "me", label: "For me", help: "It acts as you, and ends when you leave." },
          {
            value: "machine",
            label: "For a machine",
            help: blocked ?? "It acts as a member of its own, which approves nothing and counts as nobody.",
            disabled: blocked !== undefined,
          },
        ]}
      />
      {owner.kind === "me" ? null : <MachineFields owner={owner} setOwner={setOwner} />}
    </>
  );
}

type MachineFieldsProps = { owner: Exclude<KeyOwner, { kind: "me" }>; setOwner: (owner: KeyOwner) => void };

function MachineFields({ owner, setOwner }: MachineFieldsProps) {
  const { slug, role } = useWorkspace();
  const { data } = useQuery(keysQuery(client.keys, slug));
  const machines = new Map<string, { name: string; role: Role }>();
  for (const { isMachine, person, role: theirs } of data?.items ?? [])
    if (isMachine && theirs !== null && isAtMost(theirs, role))
      machines.set(person.id, { name: person.name, role: theirs });
  const choose = (id: string) => {
    const machine = machines.get(id);
    setOwner(
      machine ? { kind: "machine", id, role: machine.role } : { kind: "new-machine", role: firstRole },
    );
  };
  return (
    <>
      {machines.size === 0 ? null : (
        <Field label="Machine" help="A second key for one that is here lets you change keys without a gap.">
          <Select
            size="form"
            value={owner.kind === "machine" ? owner.id : ""}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">A new machine</option>
            {[...machines].map(([id, machine]) => (
              <option key={id} value={id}>
                {markHidden(machine.name)}, {machine.role}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {owner.kind === "machine" ? null : (
        <Field label="Role" help="At most your own. The machine is called like the key.">
          <Select
            size="form"
            value={owner.role}
            onChange={({ target }) =>
              setOwner({
                kind: "new-machine",
                role: machineRoles.find((each) => each === target.value) ?? firstRole,
              })
            }
          >
            {machineRoles
              .filter((each) => isAtMost(each, role))
              .map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
          </Select>
        </Field>
      )}
    </>
  );
}
